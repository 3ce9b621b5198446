import type { Db } from '#server/db/database.ts'
import type { LineFollowUpsTable } from '#server/db/schema/matching.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/self-check/finance/matching/line-follow-ups-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

const check = 'line-follow-ups'

type FollowUp = Pick<LineFollowUpsTable, 'owner_id' | 'wait_until' | 'wait_reason' | 'due_on'>
const none: FollowUp = { owner_id: null, wait_until: '', wait_reason: '', due_on: '' }

/** The owner of every line, its due date and what it waits for are as its last events say; a line whose import was undone has neither. */
export async function verifyLineFollowUps(db: Db, findings: Findings): Promise<void> {
  const expected = new Map<string, FollowUp>()
  for (const { action, object_id: id, parameters: text } of await store.listFollowUpEvents(db)) {
    const { parameters } = parseParameters(text)
    const before = expected.get(id) ?? none
    if (action === 'line.assigned') expected.set(id, { ...before, owner_id: String(parameters['ownerId']) })
    if (action === 'line.unassigned') expected.set(id, { ...before, owner_id: null })
    if (action === 'line.resumed') expected.set(id, { ...before, wait_until: '', wait_reason: '' })
    if (action === 'line.due_changed') expected.set(id, { ...before, due_on: String(parameters['due']) })
    if (action === 'line.deferred')
      expected.set(id, {
        ...before,
        wait_until: String(parameters['until']),
        wait_reason: String(parameters['reason']),
      })
  }
  const removed = new Set(await store.listRemovedStatements(db))
  for (const id of expected.keys()) if (removed.has(id.split(':')[0] ?? '')) expected.delete(id)
  const stored = new Map(
    (await store.listFollowUps(db)).map(({ statement_id, line_number, ...followUp }) => [
      `${statement_id}:${line_number}`,
      followUp,
    ]),
  )
  findings.examined(stored.size, check)
  for (const id of new Set([...expected.keys(), ...stored.keys()]))
    for (const column of ['owner_id', 'wait_until', 'wait_reason', 'due_on'] as const)
      findings.expectEqual(
        check,
        `line_follow_ups ${id}`,
        column,
        (stored.get(id) ?? none)[column],
        (expected.get(id) ?? none)[column],
      )
  for (const id of stored.keys()) if (!expected.has(id)) findings.addViolation(check, `line_follow_ups ${id}: no event`)
}

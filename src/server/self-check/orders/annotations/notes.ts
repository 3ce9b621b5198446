import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'

import { hashNote } from '#server/orders/annotations/note-hash.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'

type NoteEvent = RelatedRows['events'][number] & { values: ReturnType<typeof parseParameters>['parameters'] }

/** Columns of a note as its events say; `hash` is that of its text. */
interface ExpectedNote {
  hash: unknown
  created_by: string | null
  created_at: number
  edited_at: number | null
  struck_by: string | null
  struck_at: number | null
  revision: number
}

/** Every note follows from its events, and every note that was added and not deleted exists. */
export function verifyNotes(findings: Findings, order: OrderRecord, { notes, events }: RelatedRows): void {
  const eventsByNote = Map.groupBy(
    events
      .filter(({ action }) => action.startsWith('order.note_'))
      .map((event): NoteEvent => ({ ...event, values: parseParameters(event.parameters).parameters })),
    ({ values }) => String(values['note']),
  )
  for (const { id } of notes)
    if (!eventsByNote.has(id)) findings.addViolation('orders-recorded', `order_notes ${id}: no event`)
  for (const [id, history] of eventsByNote) {
    const row = `order_notes ${id}`
    const expected = replay(findings, row, history)
    const note = notes.find((each) => each.id === id)
    if (!note || !expected) {
      if (note) findings.addViolation('orders-recorded', `${row}: was deleted`)
      else if (expected) findings.addViolation('orders-recorded', `${row}: missing in ${order.number}`)
      continue
    }
    const stored = { ...note, hash: hashNote(note) }
    for (const column of Object.keys(expected) as (keyof ExpectedNote)[])
      findings.expectEqual('orders-recorded', row, column, stored[column], expected[column])
  }
}

/** The note that results from its events, in the order of its revisions, which have no gaps; `undefined` once it is deleted. */
function replay(findings: Findings, row: string, history: readonly NoteEvent[]): ExpectedNote | undefined {
  let note: ExpectedNote | undefined
  const inOrder = history.toSorted((a, b) => Number(a.values['revision']) - Number(b.values['revision']))
  for (const [index, event] of inOrder.entries()) {
    const revision = index + 1
    findings.expectEqual('orders-recorded', row, 'revision', event.values['revision'], revision)
    note = applyEvent(note, event, revision)
  }
  return note
}

function applyEvent(
  note: ExpectedNote | undefined,
  { action, at, actor_id, values }: NoteEvent,
  revision: number,
): ExpectedNote | undefined {
  const hash = values['hash']
  const unstruck = { struck_by: null, struck_at: null }
  if (action === 'order.note_added')
    return { hash, created_by: actor_id, created_at: at, edited_at: null, ...unstruck, revision }
  if (!note || action === 'order.note_deleted') return undefined
  if (action === 'order.note_edited') return { ...note, hash, edited_at: at, revision }
  if (action === 'order.note_struck') return { ...note, struck_by: actor_id, struck_at: at, revision }
  return { ...note, ...unstruck, revision }
}

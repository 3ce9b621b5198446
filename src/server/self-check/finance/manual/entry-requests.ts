import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/self-check/finance/manual/entry-requests-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'

const check = 'entry-requests'

const statusOfAction: Readonly<Record<string, string>> = {
  'entry_request.approved': 'posted',
  'entry_request.declined': 'declined',
  'entry_request.withdrawn': 'withdrawn',
}

/** Every request is what its events say, another person approved it, and the entry that was posted is the one that was requested. */
export async function verifyEntryRequests(db: Db, findings: Findings): Promise<void> {
  const requests = new Map((await store.listRequests(db)).map((request) => [request.id, request]))
  const events = Map.groupBy(await store.listRequestEvents(db), ({ object_id }) => object_id)
  for (const [id, ofRequest] of events) {
    const row = `entry_requests ${id}`
    const request = requests.get(id)
    requests.delete(id)
    const [requested, decided, ...more] = ofRequest
    if (!request || requested?.action !== 'entry_request.requested' || more.length > 0) {
      findings.addViolation(check, `${row}: ${request ? 'other events' : 'missing'}`)
      continue
    }
    const { parameters } = parseParameters(requested.parameters)
    const decision = decided && parseParameters(decided.parameters).parameters
    const expected = {
      ...{ memo: requested.object_label, requested_by: requested.actor_id, requested_at: requested.at },
      ...{ lines: parameters['lines'], expires_at: parameters['expires_at'] },
      ...{ day: parameters['day'] ?? null, corrects: parameters['corrects'] ?? null },
      ...{ reverses: parameters['reverses'] ?? null, template_id: parameters['template'] ?? null },
      ...{ month: parameters['month'] ?? null, matching: parameters['matching'] ?? null },
      status: decided ? statusOfAction[decided.action] : 'requested',
      ...{ decided_by: decided?.actor_id ?? null, decided_at: decided?.at ?? null },
      ...{ reason: decision?.['reason'] ?? '', entry_seq: decision?.['entry'] ?? null },
    }
    for (const [column, value] of Object.entries(expected))
      findings.expectEqual(check, row, column, request[column as keyof typeof expected], value)
    if (request.status === 'posted' && request.decided_by === request.requested_by)
      findings.addViolation(check, `${row}: approved by the requester`)
    if (request.entry_seq !== null) await verifyPosted(db, findings, row, { ...request, entry_seq: request.entry_seq })
  }
  findings.examined(events.size, check)
  for (const id of requests.keys()) findings.addViolation(check, `entry_requests ${id}: no event`)
}

/** What was posted has the reason and the lines that were approved. */
async function verifyPosted(
  db: Db,
  findings: Findings,
  row: string,
  request: { entry_seq: number; lines: string; memo: string; decided_by: string | null },
): Promise<void> {
  const entry = await store.findPosted(db, request.entry_seq)
  findings.expectEqual(check, row, 'memo of the entry', entry?.memo, request.memo)
  findings.expectEqual(check, row, 'actor of the entry', entry?.actor_id, request.decided_by)
  const posted = entry?.postings.map(({ code, currency, amount_minor, customer }): ManualPosting => ({
    account: code,
    currency,
    amountMinor: amount_minor,
    ...(customer !== null && { customer }),
  }))
  findings.expectEqual(check, row, 'postings', JSON.stringify(posted), request.lines)
}

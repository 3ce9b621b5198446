import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable } from '#server/db/schema/ledger.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/self-check/finance/manual/manual-entries-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

/** Every entry that staff posted or reversed by hand has a reason and its event, which names the same user and the same other entry. */
export async function verifyManualEntries(
  db: Db,
  findings: Findings,
  entries: readonly LedgerEntriesTable[],
): Promise<void> {
  const manual = entries.filter(({ kind, source }) => kind === 'entry.manual' || source === 'manual')
  findings.examined(manual.length, 'manual-entries')
  if (manual.length === 0) return
  const events = await store.listEntryEvents(
    db,
    manual.map(({ seq }) => String(seq)),
  )
  for (const entry of manual) {
    const row = `ledger_entries ${entry.seq}`
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual('manual-entries', row, column, actual, expected)
    const event = events.find(({ object_id }) => object_id === String(entry.seq))
    if (!event) {
      findings.addViolation('manual-entries', `${row}: no event`)
      continue
    }
    const { parameters } = parseParameters(event.parameters)
    const isReversal = ['entry.reversed', 'entry.reversal_approved'].includes(event.action)
    compare('kind', entry.kind, isReversal ? 'entry.reversed' : 'entry.manual')
    compare('actor_id', entry.actor_id, event.actor_id)
    compare('reverses', entry.reverses, parameters['reverses'] ?? null)
    if (entry.memo === '') findings.addViolation('manual-entries', `${row}: no memo`)
    const { corrects, request } = parameters
    if (corrects !== undefined) compare('external_id', entry.external_id, `correction:${corrects}`)
    if (request === undefined) continue
    const approved = await store.findRequest(db, String(request))
    if (isReversal) compare('reverses', entry.reverses, approved?.reverses ?? approved?.corrects)
    else compare('seq', entry.seq, approved?.entry_seq)
  }
}

import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/imports/imports-store.ts'
import type { DocumentNumbers } from '#server/self-check/orders/document-numbers.ts'
import type { Progress } from '#server/self-check/progress.ts'

/** Every import that ended has its event, which has the same counts and columns, and every event its import. */
export async function verifyImports(
  db: Db,
  findings: Findings,
  _progress: Progress,
  _book: StoredBook,
  { numbers }: { numbers: DocumentNumbers },
): Promise<void> {
  const imports = await store.listImports(db)
  findings.examined(imports.length, 'imports-recorded')
  const recorded = await store.listImportEvents(db)
  const ends = recorded.filter(({ action }) => action.endsWith('.imported'))
  const events = new Map(ends.map((event) => [event.object_id, event]))
  await verifyUndos(db, findings, imports, recorded)
  for (const row of imports) {
    const name = `imports ${row.number}`
    const event = events.get(row.number)
    events.delete(row.number)
    numbers.add('imports', row.number, row.started_at)
    if (!event) {
      // One whose server stopped has none.
      if (row.ended_at !== null) findings.addViolation('imports-recorded', `${name}: no event`)
      continue
    }
    const { parameters } = parseParameters(event.parameters)
    const expected = {
      kind: event.action.split('.')[0],
      file_name: event.object_label,
      user_id: event.actor_id,
      ended_at: event.at,
      read_count: parameters['read'],
      created_count: parameters['created'],
      unchanged_count: parameters['unchanged'],
      updated_count: parameters['updated'] ?? 0,
      refused_count: parameters['refused'],
      source: parameters['source'],
      headings_hash: parameters['headingsHash'] ?? '',
      mapping: parameters['mapping'] ?? '',
    }
    for (const [column, value] of Object.entries(expected))
      findings.expectEqual('imports-recorded', name, column, row[column as keyof typeof expected], value)
    findings.expectEqual('imports-recorded', name, 'started_at', row.started_at <= event.at, true)
  }
  for (const number of events.keys()) findings.addViolation('imports-recorded', `imports ${number}: missing`)
}

type StoredImports = Awaited<ReturnType<typeof store.listImports>>
type ImportEvents = Awaited<ReturnType<typeof store.listImportEvents>>

/** An import is undone as its events say, and has orders or has had them removed. */
async function verifyUndos(db: Db, findings: Findings, imports: StoredImports, recorded: ImportEvents): Promise<void> {
  const events = Map.groupBy(recorded, ({ object_id }) => object_id)
  const removed = new Map((await store.countRemoved(db)).map(({ import_number, count }) => [import_number, count]))
  const undone = imports.filter(({ undone_at }) => undone_at !== null).map(({ number }) => number)
  const profiles = new Map((await store.countProfiles(db)).map(({ import_number, count }) => [import_number, count]))
  const left = new Set((await store.findWithOrders(db, undone)).map(({ number }) => number))
  for (const row of imports) {
    const expected = { undo_user_id: null as string | null, undo_started_at: null as number | null }
    let end: ImportEvents[number] | undefined
    for (const event of events.get(row.number) ?? []) {
      const { action, actor_id, at } = event
      if (action.endsWith('.import_undo_started'))
        Object.assign(expected, { undo_user_id: actor_id, undo_started_at: at })
      if (action === 'orders.import_undo_stopped')
        Object.assign(expected, { undo_user_id: null, undo_started_at: null })
      if (action.endsWith('.import_undone')) end = event
    }
    const compare = (column: string, actual: unknown, wanted: unknown): void =>
      findings.expectEqual('imports-recorded', `imports ${row.number}`, column, actual, wanted)
    compare('undo_user_id', row.undo_user_id, expected.undo_user_id)
    compare('undo_started_at', row.undo_started_at, expected.undo_started_at)
    compare('undone_at', row.undone_at, end?.at ?? null)
    if (row.kind === 'customers') {
      const removedCount = end ? Number(parseParameters(end.parameters).parameters['removed']) : 0
      if (end || (row.ended_at !== null && row.undo_started_at === null))
        compare('customers', profiles.get(row.number) ?? 0, row.created_count - removedCount)
      continue
    }
    const count = removed.get(row.number) ?? 0
    if (end) compare('removed orders', count, parseParameters(end.parameters).parameters['removed'])
    if (row.undo_started_at === null) compare('removed orders', count, 0)
    if (left.has(row.number)) findings.addViolation('imports-recorded', `imports ${row.number}: has orders`)
  }
}

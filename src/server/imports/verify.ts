import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { DocumentNumbers } from '#server/finance/verify/document-numbers.ts'
import type { StoredBook } from '#server/finance/verify/entries.ts'
import type { Progress } from '#server/finance/verify/progress.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/imports/verify-store.ts'

/** Every import that ended has its event, which has the same counts and columns, and every event its import. */
export async function verifyImports(
  db: Db,
  findings: Findings,
  _progress: Progress,
  _book: StoredBook,
  numbers: DocumentNumbers,
): Promise<void> {
  const imports = await store.listImports(db)
  findings.examined(imports.length, 'imports-recorded')
  const events = new Map((await store.listImportEvents(db)).map((event) => [event.object_id, event]))
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

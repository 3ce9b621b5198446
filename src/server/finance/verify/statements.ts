import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { hashStatementLine } from '#server/finance/statements/identify-lines.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { Progress } from '#server/finance/verify/progress.ts'
import { sliceSize } from '#server/finance/verify/slices.ts'
import * as store from '#server/finance/verify/statements-store.ts'

const check = 'statements-recorded'

/** Every statement and its lines are as they were imported; those whose import was undone are gone. */
export async function verifyStatements(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const statements = new Map((await store.listStatements(db)).map((statement) => [statement.id, statement]))
  const events = await store.listStatementEvents(db)
  const removed = new Set(
    events.filter(({ action }) => action === 'statement.removed').map(({ object_id }) => object_id),
  )
  for (const event of events) {
    if (event.action !== 'statement.imported' || removed.has(event.object_id)) continue
    const statement = statements.get(event.object_id)
    statements.delete(event.object_id)
    const row = `statements ${event.object_id}`
    if (!statement) {
      findings.addViolation(check, `${row}: missing`)
      continue
    }
    const { parameters } = parseParameters(event.parameters)
    const { account, linesHash } = parameters
    const { id, account_id: _, code, ...columns } = statement
    const expected: Record<string, unknown> = {
      ...parameters,
      file_name: event.object_label,
      imported_at: event.at,
      imported_by: event.actor_id,
    }
    findings.expectEqual(check, row, 'account', code, account)
    for (const [column, value] of Object.entries(columns))
      findings.expectEqual(check, row, column, value, expected[column] ?? null)
    const lines = await hashLines(db, id, progress)
    findings.expectEqual(check, row, 'lines', lines.hash, linesHash)
    findings.examined(lines.count, check)
  }
  for (const id of statements.keys()) findings.addViolation(check, `statements ${id}: no event`)
}

/** The hash of the lines of a statement, and how many there are. */
async function hashLines(db: Db, id: string, progress: Progress): Promise<{ hash: string; count: number }> {
  let hash = ''
  let count = 0
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const lines = await store.listLinesAfter(db, id, after, sliceSize)
    hash = lines.reduce(hashStatementLine, hash)
    count += lines.length
    await progress.advance(0)
    if (lines.length < sliceSize) return { hash, count }
    after = lines.at(-1)?.line_number ?? 0
  }
}

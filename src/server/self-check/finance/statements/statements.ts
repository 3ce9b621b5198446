import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { readFileContent } from '#server/finance/statements/file-content.ts'
import { hashStatementLine } from '#server/finance/statements/identify-lines.ts'
import { listAccounts } from '#server/self-check/finance/ledger-accounts-store.ts'
import * as store from '#server/self-check/finance/statements/statements-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { measureContent } from '#server/self-check/orders/annotations/attachments.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { sliceSize } from '#server/self-check/slices.ts'

const check = 'statements-recorded'

/** Every statement, its file and its lines are as they were imported; those whose import was undone are gone, or soon will be. */
export async function verifyStatements(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const files = new Map((await store.listFiles(db)).map((file) => [file.id, file]))
  const statements = new Map((await store.listStatements(db)).map((statement) => [statement.id, statement]))
  const events = await store.listStatementEvents(db)
  const removed = new Set(
    events.filter(({ action }) => action === 'statement.removed').map(({ object_id }) => object_id),
  )
  const recordedFiles = new Set<string>()
  for (const event of events) {
    if (event.action !== 'statement.imported' || removed.has(event.object_id)) continue
    const statement = statements.get(event.object_id)
    statements.delete(event.object_id)
    const row = `statements ${event.object_id}`
    if (!statement) {
      findings.addViolation(check, `${row}: missing`)
      continue
    }
    const {
      account,
      linesHash,
      sha256,
      format,
      size_bytes,
      headingsHash: _,
      mapping: __,
      ...columns
    } = parseParameters(event.parameters).parameters
    const { id, account_id: ___, code, ...stored } = statement
    findings.expectEqual(check, row, 'account', code, account)
    expectColumns(row, stored, { ...columns, imported_at: event.at })
    if (!recordedFiles.has(statement.file_id)) await verifyContent(db, findings, statement.file_id, sha256, size_bytes)
    recordedFiles.add(statement.file_id)
    const { id: ____, ...file } = files.get(statement.file_id) ?? { id: '' }
    expectColumns(`statement_files ${statement.file_id}`, file, {
      ...{ sha256, format, size_bytes, name: event.object_label },
      ...{ imported_at: event.at, imported_by: event.actor_id },
    })
    const lines = await hashLines(db, id, progress)
    findings.expectEqual(check, row, 'lines', lines.hash, linesHash)
    findings.examined(lines.count, check)
  }
  await verifyIdentifiers(db, findings, events)
  await verifyMappings(db, findings, events)
  const isFinished = (fileId: string): boolean => files.get(fileId)?.imported_at !== null
  for (const { id, file_id, imported_at } of statements.values())
    if (imported_at !== null || isFinished(file_id)) findings.addViolation(check, `statements ${id}: no event`)
  for (const { id } of files.values())
    if (!recordedFiles.has(id) && isFinished(id)) findings.addViolation(check, `statement_files ${id}: no event`)

  function expectColumns(row: string, stored: object, expected: Readonly<Record<string, unknown>>): void {
    for (const [column, value] of Object.entries(stored))
      findings.expectEqual(check, row, column, value, expected[column] ?? null)
  }
}

/** The stored file is what was uploaded. */
async function verifyContent(
  db: Db,
  findings: Findings,
  fileId: string,
  sha256: unknown,
  sizeBytes: unknown,
): Promise<void> {
  const content = await measureContent(readFileContent(db, fileId))
  findings.expectEqual(check, `statement_files ${fileId}`, 'content', content.hash, sha256)
  findings.expectEqual(check, `statement_files ${fileId}`, 'size', content.size, sizeBytes)
}

/** The identifier of an account in statements is stored as the last import with it used it, even if that import was undone. */
async function verifyIdentifiers(
  db: Db,
  findings: Findings,
  events: Awaited<ReturnType<typeof store.listStatementEvents>>,
): Promise<void> {
  const accounts = new Map((await listAccounts(db)).map(({ code, currency }) => [code, currency]))
  const remembered = new Map<string, unknown>()
  for (const { action, parameters: text } of events) {
    const { account, identifier } = parseParameters(text).parameters
    if (action === 'statement.imported' && identifier)
      remembered.set(`${identifier} ${accounts.get(String(account))}`, account)
  }
  for (const { identifier, currency, code } of await store.listIdentifiers(db)) {
    const key = `${identifier} ${currency}`
    findings.expectEqual(check, `statement_identifiers ${key}`, 'account', code, remembered.get(key))
    remembered.delete(key)
  }
  for (const key of remembered.keys()) findings.addViolation(check, `statement_identifiers ${key}: missing`)
}

/** The mapping of columns for tables with the same headings is stored as the last import used it. */
async function verifyMappings(
  db: Db,
  findings: Findings,
  events: Awaited<ReturnType<typeof store.listStatementEvents>>,
): Promise<void> {
  const remembered = new Map<string, unknown>()
  for (const { action, parameters: text } of events) {
    const { account, headingsHash, mapping } = parseParameters(text).parameters
    if (action === 'statement.imported' && headingsHash) remembered.set(`${account} ${headingsHash}`, mapping)
  }
  for (const { code, headings_hash, mapping } of await store.listMappings(db)) {
    const key = `${code} ${headings_hash}`
    findings.expectEqual(check, `statement_mappings ${key}`, 'mapping', mapping, remembered.get(key))
    remembered.delete(key)
  }
  for (const key of remembered.keys()) findings.addViolation(check, `statement_mappings ${key}: missing`)
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

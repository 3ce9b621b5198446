import { cleanFileName } from '#server/files/file-name.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { areMatched } from '#server/finance/matching/match-store.ts'
import { runMatching } from '#server/finance/matching/run-matching.ts'
import { readFileContent } from '#server/finance/statements/file-content.ts'
import { findFileOfStatement, listImportsOf } from '#server/finance/statements/file-content-store.ts'
import { type FileFacts, importParts } from '#server/finance/statements/import-parts.ts'
import { countDoubtfulLines } from '#server/finance/statements/count-doubtful-lines.ts'
import { findNewLines } from '#server/finance/statements/find-new-lines.ts'
import { openClearingAccounts } from '#server/finance/statements/open-clearing-accounts.ts'
import type { ParsedFile } from '#server/finance/statements/parsed-file.ts'
import { identifyBatches, prepareParts, type StatementPart } from '#server/finance/statements/prepare-parts.ts'
import { findMoneyAccount, resolveAccounts } from '#server/finance/statements/resolve-accounts.ts'
import { readStatement, UnknownTable } from '#server/finance/statements/read-statement.ts'
import { trackImport } from '#server/finance/statements/running-imports.ts'
import * as store from '#server/finance/statements/statement-store.ts'
import { listStatementViews, readStatementLines } from '#server/finance/statements/statement-views.ts'
import { deleteFile, leaseMs, runInTurn } from '#server/finance/statements/unfinished-files.ts'
import { hideFile } from '#server/finance/statements/unfinished-store.ts'
import { toDownload } from '#server/orders/annotations/attachment-download.ts'
import { resolveValidDays } from '#server/list/resolve-days.ts'
import { guessMapping, statementMapping, type StatementMapping } from '#shared/finance/statement-mapping.ts'
import type { StatementFormat } from '#shared/finance/statements.ts'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import { statementLinesList } from '#shared/finance/statement-lists.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `GET /api/finance/statements`. */
export const listStatements: Action<'listStatements'> = async ({ kontor }) => ({
  statements: await listStatementViews(kontor.database.read),
})

/** `GET /api/finance/statements/:statement/lines`. */
export const listStatementLines: Action<'listStatementLines'> = async (context, { statement, ...query }) => {
  const filter = resolveValidDays(context, statementLinesList, query)
  const lines = await readStatementLines(context.kontor.database.read, statement, filter)
  if (!lines) throw new ProblemError('not-found')
  return lines
}

/** `GET /api/finance/statements/:statement/file`: the file that it was in, as it was uploaded. */
export const getStatementFile: Action<'getStatementFile'> = async ({ kontor }, { statement }) => {
  const { read } = kontor.database
  const file = await findFileOfStatement(read, statement)
  if (!file) throw new ProblemError('not-found')
  return toDownload(read, { ...file, content_type: 'application/octet-stream' }, false, readFileContent(read, file.id))
}

/**
 * `POST /api/finance/statements`: reads the file as a whole, and imports the lines that no import of its accounts had before. Imports nothing
 * where an account must be chosen first.
 */
export const importStatement: Action<'importStatement'> = async (context, { file, dryRun, mapping, ...chosen }) => {
  const { read } = context.kontor.database
  const parsed = await readFile(read, file, mapping, chosen.account)
  if ('table' in parsed) return parsed
  const { format, statements } = parsed
  const isDryRun = dryRun === '1' || dryRun === 'true'
  const choices = await openClearingAccounts(context, statements, chosen, isDryRun)
  const accounts = await resolveAccounts(read, statements, choices)
  const parts = await prepareParts(
    statements.map((statement, index) => ({ account: accounts[index] ?? unknownAccount, statement })),
  )
  const facts = {
    content: file,
    columns: {
      sha256: await hashFile(file),
      name: cleanFileName(file, 'statement.csv'),
      format,
      size_bytes: file.size,
    },
    mapping: parsed.mapping,
    isEncodingGuessed: parsed.isEncodingGuessed ?? false,
  }
  if (isDryRun || accounts.includes(undefined))
    return describeImport(read, facts, parts, await countNewLines(read, format, parts))
  const total = parts.reduce((sum, { lines }) => sum + lines.length, 0)
  const imported = await trackImport(context, facts.columns.name, async (report) => {
    let written = 0
    const stored = await importParts(context, facts, parts, {
      assertUsable: async (transaction) => {
        for (const { account } of parts) await findMoneyAccount(transaction, account.code, '/account')
      },
      onWritten: (lines) => report('importing', (written += lines), total),
    })
    if (!stored) return undefined
    let matched = 0
    for (const account of new Map(accounts.flatMap((row) => (row ? [[row.id, row]] : []))).values())
      await runMatching(context, account, { onLookedUp: (lines) => report('matching', (matched += lines), total) })
    return stored
  })
  return describeImport(read, facts, parts, imported)
}

/** The file as it was read, or the answer that asks how to read its table for the account. */
async function readFile(
  db: Db,
  file: File,
  mapping: StatementMapping | undefined,
  code: string | undefined,
): Promise<ParsedFile | StatementImport> {
  const account = code === undefined ? undefined : await findMoneyAccount(db, code, '/account')
  if (mapping && !account) throw invalidInput({ pointer: '/account', reason: 'required' })
  try {
    return await readStatement(file, {
      currency: account?.currency ?? 'CNY',
      mapping,
      find: async (headingsHash) => {
        const known = account && (await store.findMapping(db, account.id, headingsHash))
        return known === undefined ? undefined : statementMapping.parse(JSON.parse(known))
      },
    })
  } catch (error) {
    if (!(error instanceof UnknownTable)) throw error
    const table = { rows: error.rows, guess: guessMapping(error.rows) }
    return { format: 'mapped', isImported: false, isEncodingGuessed: false, table, earlier: null, statements: [] }
  }
}

/** In place of an account that must be chosen first; all lines are new for it. */
const unknownAccount = { id: '', code: '' }

/** What a dry run would import of each part. */
async function countNewLines(
  db: Db,
  format: StatementFormat,
  parts: readonly StatementPart[],
): Promise<{ new_count: number }[]> {
  const counts = parts.map(() => ({ new_count: 0 }))
  for (const { index, part, batch } of identifyBatches(parts)) {
    const count = counts[index]
    if (count) count.new_count += (await findNewLines(db, format, part, batch)).length
    await yieldToEventLoop()
  }
  return counts
}

/** `statements` are the parts as they were stored, or would be; undefined when nothing was. */
async function describeImport(
  db: Db,
  { columns: { format, sha256 }, isEncodingGuessed }: FileFacts & { isEncodingGuessed: boolean },
  parts: readonly StatementPart[],
  statements: readonly { new_count: number; id?: string }[] | undefined,
): Promise<StatementImport> {
  const ids = statements?.flatMap(({ id }) => id ?? []) ?? []
  const isImported = ids.length > 0
  const earlier = await findEarlierImport(db, sha256, parts, ids)
  const isKnown = parts.some(({ account }) => earlier?.accounts.includes(account.code))
  const hasLeftOut = parts.some(({ lines }, index) => (statements?.[index]?.new_count ?? 0) < lines.length)
  const doubtful =
    hasLeftOut && (isImported || !isKnown)
      ? await countDoubtfulLines(
          db,
          parts,
          parts.map((_, index) => statements?.[index]?.id),
        )
      : []
  return {
    format,
    isImported,
    isEncodingGuessed,
    table: null,
    earlier,
    statements: parts.map(({ account, figures, lines }, index) => ({
      ...figures,
      account: account.code || null,
      newCount: statements?.[index]?.new_count ?? 0,
      statement: statements?.[index]?.id ?? null,
      doubtfulCount: doubtful[index] ?? 0,
      sample: lines.first(sampleLines),
    })),
  }
}

/** The first import of a file with this content for one of the accounts, or else for others, but not that of these statements; null if there is none. */
async function findEarlierImport(
  db: Db,
  sha256: string,
  parts: readonly StatementPart[],
  statementIds: readonly string[],
): Promise<StatementImport['earlier']> {
  const codes = new Set(parts.map(({ account }) => account.code))
  const imports = [...Map.groupBy(await listImportsOf(db, sha256), ({ id }) => id).values()].filter(
    (each) => !each.some(({ statement }) => statementIds.includes(statement)),
  )
  const statements = imports.find((each) => each.some(({ account }) => codes.has(account))) ?? imports[0]
  const [first] = statements ?? []
  if (!statements || !first) return null
  return {
    fileName: first.name,
    importedAt: first.imported_at ?? 0,
    importedBy: first.imported_by,
    accounts: [...new Set(statements.map(({ account }) => account))],
    statement: first.statement,
  }
}

const sampleLines = 5

async function hashFile(file: Blob): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for (let at = 0; at < file.size; at += hashedBytesPerTurn) {
    hasher.update(await file.slice(at, at + hashedBytesPerTurn).bytes())
    await yieldToEventLoop()
  }
  return hasher.digest('hex')
}

const hashedBytesPerTurn = 256 * 1024

/**
 * `POST /api/finance/statements/:statement/removal`: undoes the import of its file, which must be the last one of its accounts, because later ones
 * leave out the lines that it has.
 */
export const removeStatement: Action<'removeStatement'> = async (context, { statement: id }) => {
  const { kontor } = context
  return runInTurn(kontor, async () => {
    const fileId = await inTransaction(context, async (transaction) => {
      await lockLedger(transaction)
      const statement = await store.findStatementRow(transaction, id)
      if (!statement) throw new ProblemError('not-found')
      if (statement.later_id !== null) throw new ProblemError('statement-not-last', { account: statement.code })
      const statements = await store.listFileStatements(transaction, statement.file_id)
      const isMatched = await areMatched(
        transaction,
        statements.map((each) => each.id),
      )
      if (isMatched) throw new ProblemError('statement-matched')
      await hideFile(transaction, statement.file_id, kontor.now() + leaseMs)
      await recordEvents(
        transaction,
        context,
        ...statements.map(({ id: objectId, code }) => ({
          action: 'statement.removed' as const,
          objectType: 'statement' as const,
          objectId,
          objectLabel: statement.file_name,
          parameters: { account: code },
        })),
      )
      return statement.file_id
    })
    await deleteFile(kontor, fileId)
    return { statements: await listStatementViews(kontor.database.read) }
  })
}

import { findVersions } from '#server/finance/statements/find-new-lines.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { StatementFilesTable, StatementsTable } from '#server/db/schema/statements.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { writeFileContent } from '#server/finance/statements/file-content.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { hashStatementLine } from '#server/finance/statements/identify-lines.ts'
import { identifyBatches, type IdentifiedLine, type StatementPart } from '#server/finance/statements/prepare-parts.ts'
import type { ParsedFile } from '#server/finance/statements/parsed-file.ts'
import { toLineRow, toStatementRow } from '#server/finance/statements/statement-rows.ts'
import * as store from '#server/finance/statements/statement-store.ts'
import { deleteFile, keepLease, leaseLost, leaseMs, runInTurn } from '#server/finance/statements/unfinished-files.ts'
import * as unfinished from '#server/finance/statements/unfinished-store.ts'
import { ProblemError } from '#shared/problem.ts'

/** Data of a file besides its parts. */
export interface FileFacts {
  /** As it was uploaded. */
  content: Blob
  columns: Pick<StatementFilesTable, 'sha256' | 'name' | 'format' | 'size_bytes'>
  mapping: ParsedFile['mapping']
}

/** What was written of a part: its row, and the hash over its new lines. */
interface WrittenPart {
  statement: StatementsTable
  account: StatementPart['account']
  currency: string
  linesHash: string
}

/** Each waits for the disk, and others who write wait for it: a few hundredths of a second. */
const linesPerTransaction = 1000
/** Number of lines hashed in one turn of the event loop. */
const linesPerTurn = 250

/**
 * Imports the lines that no import of their accounts had before, in batches; they count when all are written. Returns the statements, or
 * undefined for a file without anything new, which is not stored. Throws `statement-import-running`.
 */
export function importParts(
  context: AuthenticatedContext,
  facts: FileFacts,
  parts: readonly StatementPart[],
  { assertUsable, onWritten }: ImportHooks,
): Promise<StatementsTable[] | undefined> {
  const { kontor } = context
  return runInTurn(kontor, async () => {
    const { file, written } = await claim(context, facts, parts, assertUsable)
    try {
      let waiting: IdentifiedLine[] = []
      let waitingFor = 0
      const write = async (): Promise<void> => {
        await writeLines(context, file, written[waitingFor], waiting)
        await onWritten(waiting.length)
        waiting = []
      }
      for (const { index, batch } of identifyBatches(parts)) {
        if (index !== waitingFor || waiting.length >= linesPerTransaction) await write()
        waitingFor = index
        waiting.push(...batch)
        await yieldToEventLoop()
      }
      await write()
      if (written.some(({ statement }) => statement.new_count > 0 || statement.line_count === 0)) {
        await writeFileContent(kontor, file.id, facts.content)
        await finish(context, file, written, facts.mapping)
        return written.map(({ statement }) => statement)
      }
    } catch (error) {
      await deleteFile(kontor, file.id)
      throw error
    } finally {
      kontor.database.releaseMemory()
    }
    await deleteFile(kontor, file.id)
    return undefined
  })
}

export interface ImportHooks {
  /** Throws where the accounts can no longer be used. */
  assertUsable: (transaction: Transaction) => Promise<void>
  onWritten: (lines: number) => Promise<void> | void
}

/** Stores the file and its statements with a lease, so that no other process imports for the same accounts at the same time. */
function claim(
  context: AuthenticatedContext,
  facts: FileFacts,
  parts: readonly StatementPart[],
  assertUsable: ImportHooks['assertUsable'],
): Promise<{ file: StatementFilesTable; written: WrittenPart[] }> {
  const file = { ...facts.columns, id: newId(), imported_at: null, lease_until: context.kontor.now() + leaseMs }
  const written = parts.map(({ account, figures }, index) => ({
    statement: toStatementRow(file.id, index + 1, account, figures),
    account,
    currency: figures.currency,
    linesHash: '',
  }))
  return inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    await assertUsable(transaction)
    const accountIds = [...new Set(parts.map(({ account }) => account.id))]
    if (await unfinished.hasUnfinishedFile(transaction, accountIds)) throw new ProblemError('statement-import-running')
    const row = { ...file, imported_by: actor.id }
    await store.insertFile(transaction, row)
    await store.insertStatements(
      transaction,
      written.map(({ statement }) => statement),
    )
    return { file: row, written }
  })
}

async function writeLines(
  context: AuthenticatedContext,
  file: StatementFilesTable,
  written: WrittenPart | undefined,
  lines: readonly IdentifiedLine[],
): Promise<void> {
  if (!written) throw new Error('A part has no statement')
  const rows = await inTransaction(
    context,
    async (transaction) => {
      const versions = await findVersions(transaction, file.format, written.statement, lines)
      const inserted = await store.insertNewLines(
        transaction,
        versions.map(({ line, version }) => toLineRow(written.statement, line, version)),
      )
      await keepLease(transaction, file.id, context.kontor.now())
      return inserted
    },
    { isLarge: true },
  )
  written.statement.new_count += rows.length
  for (let at = 0; at < rows.length; at += linesPerTurn) {
    written.linesHash = rows.slice(at, at + linesPerTurn).reduce(hashStatementLine, written.linesHash)
    await yieldToEventLoop()
  }
}

/** Makes the statements count, with an event for each. */
async function finish(
  context: AuthenticatedContext,
  file: StatementFilesTable,
  written: readonly WrittenPart[],
  mapping: FileFacts['mapping'],
): Promise<void> {
  const importedAt = context.kontor.now()
  const imported = { ...file, imported_at: importedAt, lease_until: null }
  for (const { statement } of written) statement.imported_at = importedAt
  await inTransaction(context, async (transaction) => {
    const isFinished = await store.finishFile(
      transaction,
      imported,
      written.map(({ statement }) => statement),
    )
    if (!isFinished) throw new Error(leaseLost)
    for (const { statement, account, currency } of written)
      if (statement.identifier !== '')
        await store.rememberAccount(transaction, {
          identifier: statement.identifier,
          currency,
          account_id: account.id,
        })
    for (const { account } of mapping ? written : [])
      await store.rememberMapping(transaction, {
        account_id: account.id,
        headings_hash: mapping?.headingsHash ?? '',
        mapping: mapping?.text ?? '',
      })
    await recordEvents(
      transaction,
      context,
      ...written.map(({ statement, account, linesHash }) =>
        toEvent(imported, statement, account, { linesHash, ...mapping }),
      ),
    )
  })
}

/** Says all that the self-check compares with the rows. */
function toEvent(
  file: StatementFilesTable,
  statement: StatementsTable,
  account: StatementPart['account'],
  { linesHash, headingsHash, text }: { linesHash: string; headingsHash?: string; text?: string },
): EventDraft {
  const { sha256, format, size_bytes } = file
  const { id, account_id: _, imported_at: at, ...recorded } = statement
  return {
    action: 'statement.imported',
    objectType: 'statement',
    objectId: id,
    objectLabel: file.name,
    parameters: {
      ...omitNulls(recorded),
      sha256,
      format,
      size_bytes,
      account: account.code,
      linesHash,
      ...(headingsHash !== undefined && { headingsHash, mapping: text ?? '' }),
    },
    ...(at !== null && { at }),
  }
}

const omitNulls = (values: Readonly<Record<string, string | number | null>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== null))

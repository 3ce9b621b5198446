import { hasAmpleMemory } from '#server/runtime/ample-memory.ts'
import { collectAllGarbage } from '#server/runtime/collect-garbage.ts'
import { abortOnSignal, CommandError, exitCodes, type Invocation, withKontor } from '#server/commands/command.ts'
import type { Config } from '#server/config.ts'
import { createOperatorContext } from '#server/context.ts'
import { isServed } from '#server/db/server-lock.ts'
import { openImport } from '#server/imports/order-import.ts'
import { isCurrency } from '#shared/currencies.ts'
import { answers } from '#shared/messages/answers.ts'
import { importFormats } from '#shared/orders/import-formats.ts'
import { ProblemError } from '#shared/problem.ts'
import { basename } from 'node:path'

/** Orders in a transaction, which writes the pages that they share only once: twice as many take 6 % less time and 60 MB more. */
const ordersPerBatch = 800
const ordersPerLargeBatch = 1600

/**
 * Whether large batches delay no other process and fit into memory. A save in a server that runs beside an import waits 0.3 s for a batch, and would wait
 * 0.5 s for a large one. Servers on the same PostgreSQL database are not detected, so batches there stay small.
 */
const canUseLargeBatches = ({ databaseUrl, dataFolder }: Config): boolean =>
  databaseUrl === '' && hasAmpleMemory() && !isServed(dataFolder)

/**
 * `kontor import orders`: prints a line for each rejected and each updated order, then the totals. Returns 0, or 1 when an order was rejected; throws
 * with exit code 64 for an unknown format, 66 for an unreadable file, and that of the signal that interrupted it, after the batch that was running.
 */
export async function importOrders({ options, args, terminal }: Invocation): Promise<number> {
  const messages = answers.en.imports.command
  const { encoding, currency } = options
  const format = importFormats.find((each) => each === options['format'])
  if (options['format'] !== undefined && format === undefined)
    throw new CommandError(messages.format(String(options['format']), importFormats.join(', ')), exitCodes.usage)
  if (currency !== undefined && !isCurrency(String(currency)))
    throw new CommandError(messages.currency(String(currency)), exitCodes.usage)
  const [path = ''] = args
  const file = Bun.file(path)
  const readable = await file.stat().then(
    (found) => found.isFile(),
    () => false,
  )
  if (!readable) throw new CommandError(messages.noFile(path), exitCodes.noInput)
  const dryRun = options['dry-run'] === true
  const update = options['update'] === true
  return withKontor(terminal, async (kontor) => {
    const job = {
      file,
      fileName: basename(path),
      format,
      currency: currency === undefined ? undefined : String(currency),
      encoding: encoding === undefined ? undefined : String(encoding),
      dryRun,
      update,
      ordersPerBatch: canUseLargeBatches(kontor.config) ? ordersPerLargeBatch : ordersPerBatch,
      // Garbage that is left alone takes 70 MB more.
      ...(!hasAmpleMemory() && { collectGarbage: collectAllGarbage }),
    }
    const orderImport = await openImport(createOperatorContext(kontor), job).catch((error: unknown) => {
      const needsCurrency =
        error instanceof ProblemError && error.fields.some(({ reason }) => reason === 'currency-of-file')
      throw needsCurrency ? new CommandError(messages.currencyMissing, exitCodes.usage) : error
    })
    kontor.database.expectLargeWrites()
    const signal = abortOnSignal()
    const result = await orderImport.run(undefined, signal).catch((error: unknown) => {
      if (orderImport.importedCount > 0) terminal.print(answers.en.imports.interrupted(orderImport.importedCount))
      throw error
    })
    const { isInterrupted } = orderImport
    if (orderImport.importedCount > 0 && !isInterrupted) await kontor.database.optimize()
    if (result.isEncodingGuessed) terminal.print(messages.guessedEncoding)
    for (const { line, order, reason } of result.refused) terminal.print(messages.refused(line, order, reason))
    for (const order of result.changed?.orders ?? [])
      if (update) terminal.print((dryRun ? messages.wouldUpdate : messages.updated)(order))
    if (isInterrupted && !dryRun) terminal.print(answers.en.imports.interrupted(orderImport.importedCount))
    if (isInterrupted) signal.throwIfAborted()
    const counts = { ...result, refused: result.refused.length, updated: update ? (result.changed?.count ?? 0) : 0 }
    terminal.print(dryRun ? messages.checked(counts) : messages.done(counts))
    return counts.refused > 0 ? exitCodes.failed : exitCodes.done
  })
}

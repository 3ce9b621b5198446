import { cleanFileName } from '#server/files/file-name.ts'
import { listAccountCurrencies } from '#server/finance/account-store.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { readRateFile } from '#server/finance/rates/read-rate-file.ts'
import * as store from '#server/finance/rates/store.ts'
import { keyOf, type NewRate, writeRates } from '#server/finance/rates/write-rates.ts'
import type { ExchangeRateChange } from '#shared/finance/exchange-rates.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

const maxListed = 1_000

/** `GET /api/finance/exchange-rates`. */
export const listExchangeRates: Action<'listExchangeRates'> = async ({ kontor }, { currency, ...days }) => {
  const filter = { ...days, ...(currency !== undefined && { currencies: [currency] }) }
  const rates = await store.listRateRows(kontor.database.read, filter, maxListed + 1)
  return { rates: rates.slice(0, maxListed), hasMore: rates.length > maxListed }
}

/** `POST /api/finance/exchange-rates`: sets or corrects the rate of a day. */
export const setExchangeRate: Action<'setExchangeRate'> = async (context, { day, from, to, rate, source }) => {
  const { book, now } = context.kontor
  if (day > dayOf(now(), book.timeZone)) throw invalidInput({ pointer: '/day', reason: 'future-day' })
  return inTransaction(context, async (transaction, actor) => {
    const before = await store.findRate(transaction, { from, to, day })
    const change = {
      action: 'exchange_rate.set' as const,
      source,
      label: `${from}/${to}`,
      parameters: { day, from, to, rate, ...(before && { before: before.rate }) },
    }
    const rates = [{ base_currency: from, quote_currency: to, day, rate }]
    const { number } = await writeRates(transaction, context, actor, change, async () => rates)
    return describe(number, rates, before ? 1 : 0)
  })
}

/** `POST /api/finance/exchange-rates/removals`: takes the rate of a day away. */
export const removeExchangeRate: Action<'removeExchangeRate'> = (context, { day, from, to }) =>
  inTransaction(context, async (transaction, actor) => {
    const before = await store.findRate(transaction, { from, to, day })
    if (!before) throw new ProblemError('not-found')
    const change = {
      action: 'exchange_rate.removed' as const,
      source: '',
      label: `${from}/${to}`,
      parameters: { day, from, to, before: before.rate },
    }
    const rates = [{ base_currency: from, quote_currency: to, day, rate: '' }]
    const { number } = await writeRates(transaction, context, actor, change, async () => rates)
    return describe(number, rates, 1)
  })

/** `POST /api/finance/exchange-rates/imports`: imports the rates of a file that are new or different from the stored ones; none if a line is invalid. */
export const importExchangeRates: Action<'importExchangeRates'> = async (context, { file, base = 'EUR', ...input }) => {
  const { book, database, now } = context.kontor
  const currencies = new Set([...(await listAccountCurrencies(database.read)), book.currency])
  const read = await readRateFile(file, { base, currencies, today: dayOf(now(), book.timeZone) })
  if (input.dryRun === '1' || input.dryRun === 'true') {
    const { rates, replaced } = await findNew(database.read, read)
    return { ...describe(null, rates, replaced), read: read.length }
  }
  return inTransaction(context, async (transaction, actor) => {
    let replaced = 0
    const fileName = cleanFileName(file, 'rates.csv')
    const { number, rates } = await writeRates(
      transaction,
      context,
      actor,
      { action: 'exchange_rates.imported', source: input.source ?? fileName, fileName, label: fileName },
      async () => {
        const found = await findNew(transaction, read)
        replaced = found.replaced
        return found.rates
      },
    )
    return { ...describe(number, rates, replaced), read: read.length }
  })
}

/** `POST /api/finance/exchange-rates/changes/:change/undo`: restores the rates that a change replaced or took away, unless a later change replaced them. */
export const undoExchangeRates: Action<'undoExchangeRates'> = (context, { change: undone }) =>
  inTransaction(context, async (transaction, actor) => {
    const change = await store.findChange(transaction, undone)
    if (!change) throw new ProblemError('not-found')
    await lockLedger(transaction)
    const undoable = await store.listUndoable(transaction, undone)
    // What was taken away is again from where it was before.
    const earlier =
      change.source === '' ? await store.findChange(transaction, undoable[0]?.earlier_change ?? 0) : change
    const source = earlier?.source ?? ''
    const { number, rates } = await writeRates(
      transaction,
      context,
      actor,
      { action: 'exchange_rates.undone', source, label: change.file_name || source, parameters: { change: undone } },
      async () =>
        undoable.map(({ earlier_rate, base_currency, quote_currency, day }) => ({
          ...{ base_currency, quote_currency, day },
          rate: earlier_rate ?? '',
        })),
    )
    if (number === null) throw new ProblemError('already-done')
    return describe(number, rates, rates.length)
  })

/** The rates of a file that are not stored like that, and how many of them replace another one. */
async function findNew(db: Db, read: readonly NewRate[]): Promise<{ rates: NewRate[]; replaced: number }> {
  const known = new Map<string, string>()
  const days = read.map(({ day }) => day).toSorted()
  const filter = { from: days[0], to: days.at(-1), currencies: [read[0]?.base_currency ?? ''] }
  let after: string[] | undefined
  for (;;) {
    const rows = await store.listRates(db, filter, after, maxListed)
    for (const row of rows) known.set(keyOf(row), row.rate)
    const last = rows.at(-1)
    if (!last || rows.length < maxListed) break
    after = [last.day, last.base_currency, last.quote_currency]
  }
  const rates = read.filter((rate) => known.get(keyOf(rate)) !== rate.rate)
  return { rates, replaced: rates.filter((rate) => known.has(keyOf(rate))).length }
}

function describe(change: number | null, rates: readonly NewRate[], replaced: number): ExchangeRateChange {
  const days = rates.map(({ day }) => day).toSorted()
  return {
    change,
    read: rates.length,
    added: rates.length - replaced,
    replaced,
    currencies: [...new Set(rates.flatMap((rate) => [rate.base_currency, rate.quote_currency]))].toSorted(),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
  }
}

import { formatAmount, formatDecimal, parseDecimal } from '#shared/money.ts'
import type { FieldError } from '#shared/problem.ts'

/** The number of lines of a manual entry. */
export const maxEntryLines = 40

/** A line of a manual entry as it was entered: an amount on one side of an account. */
export interface ManualLine {
  account: string
  debit?: string | undefined
  credit?: string | undefined
  /** The number of the customer, for the account of store credit. */
  customer?: string | undefined
}

/** One side of a manual entry: debit positive, credit negative, never zero. */
export interface ManualPosting {
  account: string
  currency: string
  amountMinor: number
  /** Whose store credit it is. */
  customer?: string
}

/**
 * The postings of a manual entry, and what is wrong with its lines: an unknown account (`currencyOf` gives none), no amount, one on both
 * sides, or sides that differ in a currency. Sums are exact.
 */
export function parseManualLines(
  lines: readonly ManualLine[],
  currencyOf: (account: string) => string | undefined,
): { postings: ManualPosting[]; errors: FieldError[] } {
  const parsed = lines.map((line, index) => parseLine(line, `/lines/${index}`, currencyOf(line.account)))
  const postings = parsed.flatMap(({ posting }) => posting ?? [])
  const errors = parsed.flatMap(({ error }) => error ?? [])
  return { postings, errors: errors.length > 0 ? errors : findDifferences(postings) }
}

function parseLine(
  { account, debit, credit }: ManualLine,
  pointer: string,
  currency: string | undefined,
): { posting?: ManualPosting; error?: FieldError } {
  if (currency === undefined) return { error: { pointer: `${pointer}/account`, reason: 'ledger-account' } }
  if ((debit === undefined) === (credit === undefined))
    return { error: { pointer: `${pointer}/debit`, reason: 'debit-or-credit' } }
  const amountMinor = parseDecimal(debit ?? credit ?? '', currency)
  if (amountMinor === undefined || amountMinor <= 0) {
    const parameters = { currency, example: formatDecimal(123450, currency) }
    return {
      error: { pointer: `${pointer}/${debit === undefined ? 'credit' : 'debit'}`, reason: 'amount', parameters },
    }
  }
  return { posting: { account, currency, amountMinor: debit === undefined ? -amountMinor : amountMinor } }
}

/** The debits of each currency less its credits, exactly; zero for one that balances. */
export function sumByCurrency(postings: readonly ManualPosting[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { currency, amountMinor } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  return sums
}

function findDifferences(postings: readonly ManualPosting[]): FieldError[] {
  const [currency, difference] = [...sumByCurrency(postings)].find(([, sum]) => sum !== 0n) ?? []
  if (currency === undefined || difference === undefined) return []
  const amount = Number(difference > 0n ? difference : -difference)
  const parameters = { currency, difference: Number.isSafeInteger(amount) ? formatAmount(amount, currency) : '…' }
  return [{ pointer: '/lines', reason: 'entry-unbalanced', parameters }]
}

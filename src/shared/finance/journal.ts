import type { AccountRole, AccountType } from '#shared/finance/ledger.ts'
import { formatDecimal } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/**
 * The ledger as a text that other programs read: hledger, ledger and beancount, each in its own dialect. Amounts are exact decimals with
 * the currency's code, and every account's balance is asserted at the end of every month. Names of accounts are ASCII: the type, the role
 * and the code; what staff call them is in comments.
 */

export const journalDialects = ['hledger', 'ledger', 'beancount'] as const
export type JournalDialect = (typeof journalDialects)[number]

/** What names of files end with. */
export const journalExtensions: Readonly<Record<JournalDialect, string>> = {
  hledger: 'journal',
  ledger: 'ledger',
  beancount: 'beancount',
}

export interface JournalAccount {
  code: string
  role: AccountRole
  type: AccountType
  currency: string
  /** Its displayed name, in any script. */
  name: string
}

export interface JournalEntry {
  number: number
  accountingDay: string
  kind: string
  memo: string
  /** The number of the entry's order, or empty. */
  order: string
  /** The month of which it moves the result to equity, or empty. Such entries have the tag `retain`, without which an income statement leaves nothing. */
  retains: string
  postings: readonly { accountCode: string; currency: string; amountMinor: number }[]
}

/** The balances of accounts at the end of a day, by the code of the account, debit positive. */
export type JournalBalances = ReadonlyMap<string, number>

interface JournalWriter {
  /** The accounts, which exist from a day on. */
  header(accounts: readonly JournalAccount[], since: string): string
  /** The balances of accounts before a day, as its first entry. */
  opening(day: string, balances: JournalBalances): string
  entry(entry: JournalEntry): string
  assertions(day: string, balances: JournalBalances): string
}

const roots: Record<AccountType, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
}

/** `Assets:Bank:1002-1`. */
const journalAccountName = ({ type, role, code }: JournalAccount): string =>
  `${roots[type]}:${role.replaceAll(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())}:${code.replaceAll('.', '-')}`

/** A writer for a dialect; `find` gives the account with a code. */
export const createJournalWriter = (dialect: JournalDialect, find: (code: string) => JournalAccount): JournalWriter =>
  writers[dialect](find)

type Find = (code: string) => JournalAccount

const amount = (minor: number, currency: string): string => `${formatDecimal(minor, currency)} ${currency}`

/** Neither a comment nor the beginning of an amount. */
const plainText = (value: string): string => value.replaceAll(';', ',').replaceAll(/\s+/g, ' ')

const hledger = (find: Find): JournalWriter => ({
  ...transactions(find),
  header: (accounts) =>
    lines([
      ...new Set(accounts.map(({ currency }) => `commodity ${currency}`)),
      ...accounts.flatMap((account) => [
        `; ${account.code} ${plainText(account.name)}`,
        `account ${journalAccountName(account)}`,
      ]),
    ]),
})

const ledger = (find: Find): JournalWriter => ({
  ...transactions(find),
  header: (accounts) =>
    lines([
      ...new Set(
        accounts.map(({ currency }) => `commodity ${currency}\n    format ${amount(0, currency)}\n    nomarket`),
      ),
      'tag retain',
      ...accounts.map(
        (account) => `account ${journalAccountName(account)}\n    note ${account.code} ${plainText(account.name)}`,
      ),
    ]),
})

/** What hledger and ledger write alike. */
const transactions = (find: Find): Omit<JournalWriter, 'header'> => {
  const posting = (code: string, minor: number): string =>
    `    ${journalAccountName(find(code))}  ${amount(minor, find(code).currency)}`
  return {
    opening: (day, balances) =>
      `\n${day} * Opening balances\n${lines([...balances].map(([code, minor]) => posting(code, minor)))}`,
    entry: ({ number, accountingDay, kind, memo, order, retains, postings }) =>
      `\n${accountingDay} * (${number}) ${[kind, order, plainText(memo)].filter(Boolean).join(' ')}\n${
        retains && `    ; retain: ${retains}\n`
      }${lines(postings.map(({ accountCode, amountMinor }) => posting(accountCode, amountMinor)))}`,
    assertions: (day, balances) =>
      `\n${day} * Balances\n${lines(
        [...balances].map(([code, minor]) => `${posting(code, 0)} = ${amount(minor, find(code).currency)}`),
      )}`,
  }
}

const beancount = (find: Find): JournalWriter => {
  const quote = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')}"`
  const posting = (code: string, minor: number): string =>
    `  ${journalAccountName(find(code))}  ${amount(minor, find(code).currency)}`
  return {
    header: (accounts, since) =>
      accounts
        .map(
          (account) =>
            `${since} open ${journalAccountName(account)} ${account.currency}\n  code: ${quote(account.code)}\n  name: ${quote(account.name)}\n`,
        )
        .join(''),
    opening: (day, balances) =>
      `\n${day} * "Opening balances"\n${lines([...balances].map(([code, minor]) => posting(code, minor)))}`,
    entry: ({ number, accountingDay, kind, memo, order, retains, postings }) =>
      `\n${accountingDay} * ${quote(kind)} ${quote([order, memo].filter(Boolean).join(' '))}${retains && ' #retain'}\n  entry: "${number}"\n${lines(
        postings.map(({ accountCode, amountMinor }) => posting(accountCode, amountMinor)),
      )}`,
    // A balance is that at the beginning of its day. Without `~ 0` beancount accepts a small difference.
    assertions: (day, balances) =>
      `\n${lines(
        [...balances].map(([code, minor]) => {
          const { currency } = find(code)
          return `${addDays(day, 1)} balance ${journalAccountName(find(code))}  ${formatDecimal(minor, currency)} ~ 0 ${currency}`
        }),
      )}`,
  }
}

const writers: Record<JournalDialect, (find: Find) => JournalWriter> = { hledger, ledger, beancount }

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

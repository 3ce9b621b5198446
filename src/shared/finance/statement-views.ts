import { accountRoleNames } from '#shared/finance/ledger.ts'
import { statementTable } from '#shared/finance/statement-mapping.ts'
import { count } from '#shared/list/count.ts'
import * as z from 'zod/mini'
import { statementFormats, lineClasses } from '#shared/finance/statements.ts'

/** Whether the totals that a file gives are those of its lines: it gives none, all are, or the first that is not, of their number and of the money in and out. */
export const totalsChecks = ['none', 'ties', 'count', 'in', 'out'] as const

export type TotalsCheck = (typeof totalsChecks)[number]

/** What a file says of one account: opening + lines = closing where it gives balances. */
const figures = {
  currency: z.string(),
  /** The IBAN or number of the account, or the merchant number; empty where the file does not say. */
  identifier: z.string(),
  /** The number that the bank gave the statement; empty without one. */
  number: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** All its lines in the file, and those that no import of the account had before. */
  lineCount: z.int(),
  newCount: z.int(),
  inMinor: z.int(),
  outMinor: z.int(),
  neutralMinor: z.int(),
  /** Null where the file does not give it. */
  openingMinor: z.nullable(z.int()),
  closingMinor: z.nullable(z.int()),
  /** The first line whose balance does not follow from the one before; null for none. */
  untiedLine: z.nullable(z.int()),
  totalsCheck: z.enum(totalsChecks),
}

export const statementView = z.object({
  id: z.string(),
  file: z.string(),
  fileName: z.string(),
  format: z.enum(statementFormats),
  account: z.object({
    code: z.string(),
    role: z.enum(accountRoleNames),
    provider: z.string(),
    name: z.string(),
    nameZh: z.string(),
  }),
  ...figures,
  importedAt: z.int(),
  importedBy: z.string(),
  /** Whether the import of its file can be undone: the last one of each of its accounts. */
  canRemove: z.boolean(),
})

export type StatementView = z.infer<typeof statementView>

export const statementList = z.object({ statements: z.array(statementView) })

export const statementLine = z.object({
  /** The line of the file, from 1; of files without lines, the number of the entry. */
  line: z.int(),
  /** When it was booked. */
  day: z.string(),
  /** When it bears interest; empty where the file does not say. */
  valueDay: z.string(),
  clockTime: z.string(),
  class: z.enum(lineClasses),
  /** The change of the balance: negative for outgoing money; for a neutral line without a sign if the file gives none. */
  amountMinor: z.int(),
  /** The fee that was kept back, already taken off the amount; null where the file does not say. */
  feeMinor: z.nullable(z.int()),
  /** The part of a payment that its provider paid itself, such as a coupon; included in the amount before fees. */
  subsidyMinor: z.int(),
  /** The amount charged or refunded to the customer, if it is in another currency. */
  charged: z.nullable(z.object({ currency: z.string(), amountMinor: z.int() })),
  balanceMinor: z.nullable(z.int()),
  counterparty: z.string(),
  counterpartyAccount: z.string(),
  description: z.string(),
  /** The transaction's number at the bank or provider. */
  reference: z.string(),
  /** The number that the bank or provider gave this line, which no other has; empty where the file does not say. */
  entryReference: z.string(),
  /** Our own number of it, as the file gives it back. */
  orderReference: z.string(),
  /** The number of the payout that it is part of. */
  payoutReference: z.string(),
  /** The transaction that this one belongs to, such as the payment that a refund pays back; empty where the file does not say. */
  relatedReference: z.string(),
  status: z.string(),
  /** Above 1 where the bank changed a line that an earlier import had, which stays as it was. */
  version: z.int(),
})

export type StatementLine = z.infer<typeof statementLine>

/** What an import did, or a dry run would do. A file without new lines, or of accounts that must be chosen first, imports nothing. */
export const statementImport = z.object({
  format: z.enum(statementFormats),
  isImported: z.boolean(),
  /** Whether it was read as Windows-1252 because it is not valid in any other known encoding. */
  isEncodingGuessed: z.boolean(),
  /** A table that no format recognizes, whose columns must be mapped first. */
  table: z.nullable(statementTable),
  /** The import of the same file before: for one of its accounts, of which this one imports nothing, or else for others. */
  earlier: z.nullable(
    z.object({
      fileName: z.string(),
      importedAt: z.int(),
      importedBy: z.string(),
      /** The codes of the accounts that it was for. */
      accounts: z.array(z.string()),
      statement: z.string(),
    }),
  ),
  statements: z.array(
    z.object({
      ...figures,
      /** The code of its account; null where it must be chosen first. */
      account: z.nullable(z.string()),
      /** The id of the statement; null when nothing was imported. */
      statement: z.nullable(z.string()),
      /** Lines that were left out because an earlier file has equal ones, of days of which this file lacks other lines: they may be other payments. */
      doubtfulCount: z.int(),
      /** Its first lines, as they are read. */
      sample: z.array(z.omit(statementLine, { version: true })),
    }),
  ),
})

export type StatementImport = z.infer<typeof statementImport>

export type StatementFigures = Omit<
  StatementImport['statements'][number],
  'account' | 'statement' | 'doubtfulCount' | 'sample'
>

/** How far the closing balance is from opening balance and lines, in minor units; null where the file lacks a balance. */
export const balanceDifference = ({
  openingMinor,
  inMinor,
  outMinor,
  neutralMinor,
  closingMinor,
}: Pick<StatementFigures, 'openingMinor' | 'inMinor' | 'outMinor' | 'neutralMinor' | 'closingMinor'>): number | null =>
  openingMinor === null || closingMinor === null
    ? null
    : closingMinor - openingMinor - inMinor + outMinor - neutralMinor

export const statementLines = z.object({
  statement: statementView,
  rows: z.array(statementLine),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  count,
})

export type StatementLines = z.infer<typeof statementLines>

/** An import that is running, for the page. */
export interface RunningImport {
  id: string
  fileName: string
  startedBy: string
  /** Whether the user of the page started it. */
  isOwn: boolean
  percent: number
}

import { isCurrency } from '#shared/currencies.ts'
import { postingsList } from '#shared/finance/accounts-list.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { joinRates } from '#shared/finance/conversion.ts'
import { optionalApproval, optionalEntryRequest } from '#shared/finance/entry-requests.ts'
import { entryExportFormats, exportRows } from '#shared/finance/export-formats.ts'
import { flowCharts } from '#shared/finance/flow-charts.ts'
import { reportNames, reportSpans } from '#shared/finance/closing/reports.ts'
import { flowGroupings } from '#shared/finance/flow-groups.ts'
import { journalDialects } from '#shared/finance/journal.ts'
import { optionalMonth, optionalTemplate } from '#shared/finance/entry-templates.ts'
import { maxEntryLines } from '#shared/finance/manual-entry.ts'
import { accountCode, manualLine } from '#shared/finance/manual-entry-input.ts'
import { type FinanceTab, financeTabNames } from '#shared/finance/finance-tabs.ts'
import { rolesWithSeveral } from '#shared/finance/ledger.ts'
import { differenceSchema, lineIdSchema, postingIdSchema } from '#shared/finance/matching/inputs.ts'
import { matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import { lineStates } from '#shared/finance/matching/views.ts'
import { statementLinesList } from '#shared/finance/statement-lists.ts'
import { taxRatePattern, unknownRate } from '#shared/orders/tax-lines.ts'
import { day, itemList, optionalInput, optionalLine, singleLine, valueList, wholeNumber } from '#shared/inputs.ts'
import { openMenu, openView } from '#shared/list/view-inputs.ts'
import { expandText, listQuery, listShape } from '#shared/list/list-query.ts'
import * as z from 'zod/mini'

/** Days are accounting days of the book's zone, both inclusive. */
const period = { from: optionalInput(day), to: optionalInput(day) }

/** A range that ends before it begins is refused like that of the list. */
export const summaryQuery = listQuery(period, entriesList)

export const entriesQuery = listQuery(listShape(entriesList), entriesList)
export type EntriesQuery = z.infer<typeof entriesQuery>

/** The number of accounts is limited, because a page reads them all. */
export const maxLedgerAccounts = 500

/** `GET /api/finance/postings`. */
export const postingsQuery = listQuery({ ...listShape(postingsList), account: accountCode }, postingsList)
export type PostingsQuery = z.infer<typeof postingsQuery>

/** Path parameters of endpoints about one ledger account: its code. */
export const accountParams = z.object({ account: accountCode })

/** A name of its own; empty for that of the chart. */
const accountNames = { accountName: optionalLine(80), accountNameZh: optionalLine(80) }
export const renameAccountInput = z.object(accountNames)
export const addAccountInput = z.object({
  role: z.enum(rolesWithSeveral as [(typeof rolesWithSeveral)[number], ...typeof rolesWithSeveral]),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'currency')),
  ...accountNames,
})

const entryNumber = wholeNumber(1)
export const postEntryInput = z.object({
  /** The accounting day; today without one. */
  day: optionalInput(day),
  memo: singleLine(200),
  lines: itemList(manualLine, maxEntryLines, 'ledger-account'),
  /** The manual entry that this one replaces. */
  corrects: optionalInput(entryNumber),
  approval: optionalApproval,
  /** The template and the month for which it is posted: each month once. */
  template: optionalTemplate,
  month: optionalMonth,
})
const unpagedList = { ...entriesList, paged: false }
export const exportEntriesInput = listQuery(
  { format: z.enum(entryExportFormats), rows: optionalInput(z.enum(exportRows)), ...listShape(unpagedList) },
  entriesList,
)
export const exportJournalInput = listQuery({ dialect: z.enum(journalDialects), ...period }, entriesList)

export const entryParams = z.object({ number: entryNumber })
export const reverseEntryInput = z.object({ memo: singleLine(200), approval: optionalApproval })

/** What a dialog of `/finance` does: it posts an entry, reverses or corrects the one that is open, exports those of the filter, chooses columns, or imports a statement. */
const entryActions = [
  'post',
  'reverse',
  'correct',
  'templates',
  'template',
  'export',
  'columns',
  'import',
  'close',
  'reopen',
  'reject',
  'accounting-package',
  'rate',
  'import-rates',
  'assign',
  'wait',
  'due',
] as const

/**
 * `/finance`: a tab with the parameters of its list, and the number of the open entry. Entries are in one currency, the book's own unless
 * another is given; `account` is the code of the account whose postings the tab shows.
 */
export const financeQuery = z
  .object({
    tab: optionalInput(z.enum(financeTabNames)),
    ...listShape(postingsList),
    /** `1` opens the dialog that adds an account, or renames the one that is shown. */
    newAccount: optionalInput(z.string().check(z.maxLength(1, 'too-long'))),
    /** Shows sums instead of entries. */
    group: optionalInput(z.enum(flowGroupings)),
    /** The chart to show; the trend by default. */
    chart: optionalInput(z.enum(flowCharts)),
    /** Shows all currencies in this one, at the rates of each day or at these: `EUR:7.8`. */
    convert: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
    exchangeRate: z.pipe(valueList(z.string().check(z.maxLength(40, 'too-long'))), z.transform(joinRates)),
    /** The stored rate that a dialog is about: day and currencies, such as `2026-03-02,EUR,USD`. */
    rateKey: optionalLine(30),
    rateSource: optionalLine(80),
    rateDay: optionalInput(day),
    action: optionalInput(z.enum(entryActions)),
    view: openView,
    menu: openMenu,
    rename: optionalInput(z.string().check(z.maxLength(1, 'too-long'))),
    /** The state of the lines of an account, and the line that is open beside them. */
    state: optionalInput(z.enum(lineStates)),
    line: optionalInput(lineIdSchema),
    owner: listShape(matchLinesList).owner,
    /** The selection for the open line, and the search for its candidates. */
    find: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
    lines: valueList(lineIdSchema),
    postings: valueList(postingIdSchema),
    difference: differenceSchema,
    ...listShape(statementLinesList),
    ...listShape(entriesList),
    entry: optionalInput(entryNumber),
    /** `1` recomputes the hash of the open entry. */
    verify: optionalInput(z.enum(['1'])),
    /** The open request of an entry. */
    request: optionalEntryRequest,
    /** The template that a dialog is about, and the month for which it is posted; in the tab Reconciliation the month of the calendar. */
    template: optionalTemplate,
    /** Or the month that the tab shows, with one of its reports. */
    month: optionalMonth,
    report: optionalInput(z.enum(reportNames)),
    span: optionalInput(z.enum(reportSpans)),
    /** A tax rate in percent, whose entries are listed, of the period before with `previous`. */
    rate: optionalInput(z.union([z.literal(unknownRate), z.string().check(z.regex(taxRatePattern))])),
    previous: optionalInput(z.enum(['1'])),
  })
  .check(expandText(({ tab, statement, account }) => findSearchedList(tab, statement, account)))
export type FinanceQuery = z.infer<typeof financeQuery>

/** The list that a tab of `/finance` shows, of those that can be searched. */
function findSearchedList(tab: FinanceTab | undefined, statement: string | undefined, accounts: readonly string[]) {
  if (tab === undefined || tab === 'flow') return entriesList
  return tab === 'reconciliation' && statement === undefined && accounts.length > 0 ? matchLinesList : undefined
}

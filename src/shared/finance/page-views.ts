import type { ColumnWidths } from '#shared/list/column-widths.ts'
import type { Density } from '#shared/list/list.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import type { PeriodDetail, PeriodRow, TaxEntries } from '#shared/finance/closing/period-views.ts'
import type { ReportView } from '#shared/finance/closing/reports.ts'
import type { AccountOption, AccountPostings, CreditBalances, LedgerAccount } from '#shared/finance/account-views.ts'
import type { ConvertedView } from '#shared/finance/conversion.ts'
import type { FlowChartView } from '#shared/finance/flow-charts.ts'
import type { AccountName, FigureComparison } from '#shared/finance/flow-figures.ts'
import type { EntryAttachment, EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { EntryVerification } from '#shared/finance/entry-verification.ts'
import type { FlowGrouping } from '#shared/finance/flow-groups.ts'
import type { FinanceTab } from '#shared/finance/finance-tabs.ts'
import type { CalendarView, InTransit, Reconciliation, WorkListView } from '#shared/finance/matching/views.ts'
import type { RunningImport, StatementLines, StatementView } from '#shared/finance/statement-views.ts'
import type { FieldError } from '#shared/problem.ts'
import type { Flow, EntryView, EntryList, EntryRow, EntryChain } from '#shared/finance/views.ts'

/** The cash flow of a unit of time, a kind, a channel or an account; amounts that the filter does not say are null. */
export interface FlowGroup extends Flow {
  key: string
  net: number
  /** The number of movements. */
  count: number
  days: { from: string; to: string } | null
  kind: string | null
  /** One account, or those of a channel; none for units of time and kinds. */
  accounts: AccountName[]
  /** opening + net + transfers = closing: money that moved between own accounts, where not all are added up, and opening balances. */
  opening: number | null
  transfers: number | null
  closing: number | null
}

/** The tab with the entries and the figures of their days. */
export interface FlowTabView extends Omit<EntryList, 'rows'>, QueryErrors {
  tab: 'flow'
  /** The currency of the list and of the cards; null before the first entry. */
  currency: string | null
  rows: EntryRow[]
  previous: string | null
  /** The columns that the user chose; null for those of the list. */
  columns: string[] | null
  widths: ColumnWidths
  density: Density
  /** Whether a search finds more entries than rows and figures have. */
  isCut: boolean
  /** Saved views of the list. */
  views: ListView[]
  /** All currencies of money accounts, and the one that was asked for. */
  currencies: string[]
  /** The money accounts in that currency, to choose from. */
  accounts: AccountName[]
  /** Null before the first entry. */
  figures: FigureComparison | null
  /** In place of all that is in one currency; null without `convert`. */
  converted: ConvertedView | null
  /** Null without anything to draw. */
  chart: FlowChartView | null
  /** In place of the entries; null when they are not grouped. */
  grouped: { grouping: FlowGrouping; groups: FlowGroup[]; isCut: boolean } | null
}

/** The tab with the chart of accounts, or with one of them and its postings. */
export interface AccountsTabView {
  tab: 'accounts'
  accounts: LedgerAccount[]
  opened:
    null | { missing: string } | (AccountPostings & { queryErrors: FieldError[]; balances: CreditBalances | null })
}

/** The tab with the files of banks and payment providers, or with the lines of one of them. */
export interface ReconciliationTabView {
  tab: 'reconciliation'
  /** The money accounts, which files can be imported for. */
  accounts: LedgerAccount[]
  statements: StatementView[]
  /** Imports that are running. */
  running: RunningImport[]
  /** The reconciliation of the books and the statements of each account, and the state of each day of a month. */
  reconciliations: Reconciliation[]
  inTransit: InTransit[]
  calendar: CalendarView | null
  /** The lines of the account of the URL. */
  workList: WorkListView | { missing: string } | null
  opened: null | { missing: string } | (StatementLines & { queryErrors: FieldError[] })
}

/** The tab with the months, newest first, or with one of them. */
export interface ClosingTabView {
  tab: 'closing'
  periods: PeriodRow[]
  opened: null | { missing: string } | { period: PeriodDetail; report: ReportView; taxEntries: TaxEntries | null }
}

export type FinanceTabView = FlowTabView | AccountsTabView | ReconciliationTabView | ClosingTabView

/** When a manual entry of the user needs approval: always, above a limit of the user's role, or never. */
export type PostingApproval = 'always' | 'above-limit' | 'never'

/** The data of `/finance`, or the missing permission. */
export type FinanceView =
  | { missingPermission: 'finance.view' }
  | {
      missingPermission: null
      tabs: FinanceTab[]
      content: FinanceTabView
      /** The name of the seller, printed above reports; empty until someone enters it. */
      sellerName: string
      entry: EntryView | { missing: number } | null
      /** Whether the user can post entries, and whether someone else then has to approve them. */
      canPost: boolean
      approval: PostingApproval
      /** The entries that wait for approval, on the tab of the cash flow. */
      openRequests: EntryRequestView[]
      request: EntryRequestView | { missing: string } | null
      /** All templates, on the tab of the cash flow and for a user who posts; those with months that are due are shown there. */
      templates: EntryTemplateView[]
      /** Entries and statement lines related to the open entry. */
      chain: EntryChain | null
      /** What a check of the open entry found, where it was asked for. */
      verification: EntryVerification | null
      /** The request for which the open entry was posted. */
      origin: { request: string; requestedBy: string } | null
      /** The files of the open entry or request. */
      attachments: EntryAttachment[]
      /** What the dialog of a manual entry offers; null when it is closed. */
      accountOptions: AccountOption[] | null
    }

import type { AuthenticatedContext } from '#server/context.ts'
import { type ExportTexts, toExportRows } from '#server/finance/export-rows.ts'
import { loadListChoice } from '#server/list/list-layout.ts'
import { getMessages } from '#server/messages.ts'
import { findCustomerNames } from '#server/orders/list/customer-names.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { entryHeadings } from '#shared/finance/entry-headings.ts'
import type { exportRows } from '#shared/finance/export-formats.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { showColumns } from '#shared/list/columns.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { formatDecimal } from '#shared/money.ts'

/** The columns of a table of entries, with their headings, and its rows. */
export interface ExportLayout {
  columns: Readonly<Record<string, string>>
  toRows: (entries: readonly EntryView[]) => Promise<Cell[][]>
}

export const createLayout = (
  context: AuthenticatedContext,
  rows: (typeof exportRows)[number],
  ledger: ExportTexts,
): Promise<ExportLayout> =>
  rows === 'entries' ? layOutEntries(context, ledger) : Promise.resolve(layOutPostings(ledger))

/** A row for each posting, with all that is known. */
const layOutPostings = (ledger: ExportTexts): ExportLayout => ({
  columns: ledger.export.columns,
  toRows: async (entries) => entries.flatMap((entry) => toExportRows(entry, ledger)),
})

type EntryColumn = ColumnId<typeof entriesList>

/** A row for each entry and each currency in which it moves money accounts, with the columns of the list as its user chose them. */
async function layOutEntries(context: AuthenticatedContext, ledger: ExportTexts): Promise<ExportLayout> {
  const { finance } = getMessages(context.locale)
  const headings = entryHeadings({ finance, ledger })
  const choice = await loadListChoice(context, 'entries')
  const columns = showColumns(entriesList, choice.columns).map(({ id }) => id)
  return {
    columns: {
      ...Object.fromEntries(columns.map((id) => [id, headings[id]])),
      currency: ledger.export.columns.currency,
    },
    toRows: async (entries) => {
      const orders = new Set(entries.flatMap((entry) => linkedNumber(entry, 'order') ?? []))
      const names = columns.includes('counterparty') ? await findCustomerNames(context, [...orders]) : new Map()
      return entries.flatMap((entry) =>
        (entry.flows.length > 0 ? entry.flows : [null]).map((flow) => {
          const cells = toCells(entry, flow, { ledger, kinds: finance.kinds, names })
          return [...columns.map((id) => cells[id]), flow?.currency ?? '']
        }),
      )
    },
  }
}

interface CellTexts {
  ledger: ExportTexts
  kinds: Readonly<Record<string, string>>
  /** The customers of orders. */
  names: ReadonlyMap<string, string>
}

function toCells(
  entry: EntryView,
  flow: EntryView['flows'][number] | null,
  { ledger, kinds, names }: CellTexts,
): Record<EntryColumn, Cell> {
  const order = linkedNumber(entry, 'order')
  const amount = (way: 'in' | 'out'): Cell =>
    flow && flow[way] !== 0 ? { minor: flow[way], currency: flow.currency } : null
  return {
    number: String(entry.number),
    occurred: { timestamp: entry.occurredAt },
    kind: kinds[entry.kind] ?? entry.kind,
    memo: entry.memo,
    counterparty: (order !== null && names.get(order)) || '',
    postings: entry.postings
      .map((posting) => {
        const { accountCode, currency, amountMinor } = posting
        return `${accountCode} ${ledger.accountShort(posting)} ${currency} ${formatDecimal(amountMinor, currency)}`
      })
      .join('; '),
    order,
    in: amount('in'),
    out: amount('out'),
    document: linkedNumber(entry, 'refund') ?? linkedNumber(entry, 'payment'),
    day: { day: entry.accountingDay },
    posted: { timestamp: entry.postedAt },
    actor: entry.actor,
  }
}

const linkedNumber = ({ links }: EntryView, type: string): string | null =>
  links.find((link) => link.type === type)?.number ?? null

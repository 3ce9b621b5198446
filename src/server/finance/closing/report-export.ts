import { formatCell, type Cell } from '#server/xlsx/cells.ts'
import type { Sheet } from '#server/xlsx/write-workbook.ts'
import { toCsvRow } from '#shared/csv.ts'
import { titleOfColumn } from '#shared/finance/closing/column-title.ts'
import type { ReportRow, ReportView } from '#shared/finance/closing/reports.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import { closing as closingEn } from '#shared/messages/en/closing.ts'
import { ledger as ledgerEn } from '#shared/messages/en/ledger.ts'
import { closing as closingZh } from '#shared/messages/zh/closing.ts'
import { ledger as ledgerZh } from '#shared/messages/zh/ledger.ts'
import type { Locale } from '#shared/locales.ts'

const texts = {
  en: { closing: closingEn, ledger: ledgerEn },
  zh: { closing: closingZh, ledger: ledgerZh },
}

/** A report as a sheet: the rows of each section and its total, with the code of the account in a column of its own. */
export function toReportSheet(view: ReportView, locale: Locale): Sheet {
  const { closing, ledger } = texts[locale]
  const amounts = (values: readonly number[]): Cell[] => values.map((minor) => ({ minor, currency: view.currency }))
  const nameOf = ({ account, line, taxRate }: ReportRow): string =>
    account ? ledger.accountName(account) : line ? closing.lines[line] : closing.taxRate(taxRate ?? '')
  return {
    name: closing.reportNames[view.report].slice(0, 25),
    columns: [
      { heading: closing.code, width: 12 },
      { heading: closing.account, width: 34 },
      ...view.columns.map((column) => ({ heading: titleOfColumn(column, view, closing, formatDays), width: 24 })),
    ],
    rows: view.sections.flatMap(({ id, rows, total }) => [
      ...rows.map((row): Cell[] => [row.account?.code ?? '', nameOf(row), ...amounts(row.values)]),
      ['', closing.sections[id], ...amounts(total)],
    ]),
  }
}

const formatDays = ({ from, to }: Days): string => (from === to ? to : `${from} – ${to}`)

/** The same as text for spreadsheets, with the mark by which they recognize UTF-8. */
export function toReportCsv(view: ReportView, locale: Locale): string {
  const { columns, rows } = toReportSheet(view, locale)
  const lines = [...(rows as Iterable<Cell[]>)].map((cells) => toCsvRow(cells.map(formatCell)))
  return `\ufeff${toCsvRow(columns.map(({ heading }) => heading))}${lines.join('')}`
}

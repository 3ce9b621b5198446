import type { Action } from '#server/context.ts'
import { createDownload } from '#server/files/download.ts'
import { writeAccountingPackage } from '#server/finance/closing/accounting-package.ts'
import { toReportCsv, toReportSheet } from '#server/finance/closing/report-export.ts'
import { readReport } from '#server/finance/closing/reports.ts'
import { encode, recordExport, whileLoggedIn } from '#server/files/export-file.ts'
import { writeWorkbook } from '#server/xlsx/write-workbook.ts'

const contentType = 'application/octet-stream'

/** `GET /api/finance/periods/:month/reports/:report`. */
export const getReport: Action<'getReport'> = ({ kontor }, { month, report, span = 'month', currency }) =>
  readReport(kontor.database.read, { month, report, span, currency: currency ?? kontor.book.currency })

/** `POST /api/finance/periods/:month/reports/:report/exports`. */
export const exportReport: Action<'exportReport'> = async (context, { format, ...options }) => {
  const { book, database } = context.kontor
  const { month, report, span = 'month', currency = book.currency } = options
  const view = await readReport(database.read, { month, report, span, currency })
  await recordExport(context, 'entries.exported', { format, month, report, span, currency })
  const content =
    format === 'xlsx'
      ? writeWorkbook([toReportSheet(view, context.locale)])
      : encode(toParts(toReportCsv(view, context.locale)))
  return createDownload(whileLoggedIn(context, content), {
    fileName: `${report}_${month}_${span}_${currency}.${format}`,
    contentType,
  })
}

async function* toParts(text: string): AsyncGenerator<string> {
  yield text
}

/** `POST /api/finance/periods/:month/packages`: everything that an accountant needs of a month, in one file. */
export const exportAccountingPackage: Action<'exportAccountingPackage'> = async (context, { month }) => {
  await recordExport(context, 'entries.exported', { format: 'accounting-package', month })
  return createDownload(whileLoggedIn(context, writeAccountingPackage(context, month)), {
    fileName: `accounting-package_${month}.zip`,
    contentType,
  })
}

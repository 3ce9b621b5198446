import { buildExportCsv, columns } from '#tests/server/imports/build-export-csv.ts'

const header = columns.join(',')
const megabyte = 1_000_000

/** Order exports by name, 2 to 8 MB each: most made to cost the server as much as possible, the last two valid. */
export const uploadFiles: Readonly<Record<string, () => string>> = {
  'quoted fields in one record': () => `${header}\n${repeatTo(4 * megabyte, '"a",')}`,
  'a million columns': () => repeatTo(4 * megabyte, 'abc,'),
  'blank lines': () => `${header}\n${repeatTo(4 * megabyte, '\n')}`,
  'blank lines, CR only': () => `${header}\r${repeatTo(4 * megabyte, '\r')}`,
  'lines of delimiters': () => `${header}\n${repeatTo(4 * megabyte, `${','.repeat(columns.length - 1)}\n`)}`,
  'unclosed quotes': () => `${header}\n${repeatTo(4 * megabyte, '"a,b\n')}`,
  'flipped quotes': () => `${header}\n"${repeatTo(4 * megabyte, `${'"a",'.repeat(columns.length - 1)}"b\nc"\n`)}`,
  'doubled quotes': () => `${header}\n"${repeatTo(4 * megabyte, '""')}"`,
  'one giant field': () => `${header}\n"${repeatTo(8 * megabyte, 'x')}"`,
  'one giant line': () => `${header}\n${repeatTo(8 * megabyte, 'x')}`,
  'short rows': () => `${header}\n${repeatTo(4 * megabyte, 'a,b\n')}`,
  'repeated headers': () => repeatTo(4 * megabyte, `${header}\n`),
  'combining marks': () =>
    buildExportCsv(createOrders(100, (index) => ({ first: { Notes: `${index}e${'\u0301\u0323'.repeat(15_000)}` } }))),
  'combining marks below the limit': () =>
    buildExportCsv(
      createOrders(100, (index) => ({ first: { Notes: `${index}${`e${'\u0301\u0323'.repeat(15)}`.repeat(150)}` } })),
    ),
  'one order of 30,000 lines': () =>
    buildExportCsv([{ name: '#long', lines: Array.from({ length: 30_000 }, () => ({})) }]),
  '40 orders of 500 lines': () =>
    buildExportCsv(createOrders(40, () => ({ lines: Array.from({ length: 500 }, () => ({})) }))),
  '4,000 orders': () => buildExportCsv(createOrders(4000, () => ({}))),
}

const repeatTo = (length: number, text: string): string => text.repeat(Math.ceil(length / text.length))

type ExportedOrder = Parameters<typeof buildExportCsv>[0][number]

const createOrders = (count: number, fields: (index: number) => Partial<ExportedOrder>): ExportedOrder[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `#${count}-${index}`,
    id: `${count}-${index}`,
    ...fields(index),
  }))

import { describeFieldError } from '#client/orders/import/import-questions.tsx'
import { getFileError } from '#client/orders/import/import-file.ts'
import { formatFileSize } from '#client/ui/file-size.ts'
import { progressPercent } from '#client/orders/import/import-running.tsx'
import OrdersPage from '#client/orders/orders-page.tsx'
import { preloadOverlays } from '#client/pages.ts'
import { refusedOrdersCsv } from '#client/orders/import/refused-orders-csv.ts'
import { uploadLimitBytes } from '#shared/constants.ts'
import { fileImport } from '#shared/messages/en/file-import.ts'
import { importDialog } from '#shared/messages/en/import-dialog.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { ImportResult, ImportUndoPreview } from '#shared/orders/import-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { sampleRow, sampleView } from '#tests/client/orders/sample-orders.ts'
import { getColumnTexts, getTexts, getTextsByRole, renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('orders'))

const messages = { ...fileImport, ...importDialog }

describe('the undo of an import without script', () => {
  const preview: ImportUndoPreview = {
    number: 'IM260315-00001',
    fileName: 'wrong.csv',
    refusal: null,
    orders: 3,
    sums: [
      { currency: 'CNY', orders: 2, totalMinor: 123_400 },
      { currency: 'USD', orders: 1, totalMinor: 500 },
    ],
    entries: 4,
    blockers: [],
    jobId: null,
  }
  const renderUndo = (changes: Partial<ImportUndoPreview>): HTMLElement =>
    within(
      renderOnServer(
        <OrdersPage
          data={sampleView([sampleRow()], { importUndo: { ...preview, ...changes } })}
          query={ordersPageQuery.parse({ import: '1', undo: preview.number })}
          form={null}
        />,
      ),
    ).getByRole('dialog')

  test('says what it removes, and is a form that begins', () => {
    const dialog = renderUndo({})
    expect(getTexts(dialog, 'h2')).toEqual(['Undo the import of wrong.csv'])
    expect(getTextsByRole(dialog, 'listitem')).toEqual(['2 orders, ¥1,234.00 in total', '1 order, US$ 5.00 in total'])
    expect(dialog.querySelector('form [name=import]')?.getAttribute('value')).toBe(preview.number)
    expect(getTextsByRole(dialog, 'button')).toEqual(['Remove 3 orders'])
    expect(within(dialog).getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/orders?import=1')
  })

  test('names the orders with which something was done since, and cannot begin', () => {
    const dialog = renderUndo({ blockers: [{ reason: 'matched', count: 7, orders: ['SO260302-00001'] }] })
    expect(within(dialog).getByRole('link', { name: 'SO260302-00001' })).toBeDefined()
    expect(getTextsByRole(dialog, 'listitem')).toEqual([expect.stringContaining('7 orders have ledger entries')])
    expect(within(dialog).queryAllByRole('button')).toEqual([])
  })
})

describe('the import without script', () => {
  const renderImport = (form: FormOutcome | null, canImport = true) =>
    renderOnServer(
      <OrdersPage
        data={sampleView([sampleRow()], { canImport })}
        query={ordersPageQuery.parse({ import: '1', status: 'open' })}
        form={form}
      />,
    )

  const createOutcome = (answer: ImportResult, dryRun: boolean): FormOutcome => ({
    endpoint: 'importOrders',
    problem: null,
    result: answer,
    values: dryRun ? { dryRun: '1' } : {},
  })

  test('is a form that sends a file, with a link back to the list', () => {
    const dialog = renderImport(null).querySelector('dialog')
    expect(dialog?.hasAttribute('open')).toBe(true)
    expect(dialog?.querySelector('form')?.getAttribute('enctype')).toBe('multipart/form-data')
    expect(dialog?.querySelector('input[type=file]')?.getAttribute('name')).toBe('file')
    expect(dialog?.querySelector('[name=dryRun]')?.getAttribute('value')).toBe('1')
    expect(dialog && within(dialog).getByRole('link', { name: 'Close' }).getAttribute('href')).toBe(
      '/orders?status=open',
    )
  })

  test('shows the result with every rejected order', () => {
    const refused = Array.from({ length: 300 }, (_, index) => ({
      line: index + 2,
      order: `#${index}`,
      reason: 'No such day',
    }))
    const body = renderImport(createOutcome({ read: 800, created: 495, unchanged: 5, refused }, false))
    expect(getTexts(body, 'dialog h2')).toEqual(['495 orders imported'])
    expect(getTextsByRole(body, 'term')).toEqual(['Orders in file', 'Created', 'Unchanged', 'Rejected'])
    expect(getTextsByRole(body, 'definition')).toEqual(['800', '495', '5', '300'])
    expect(getColumnTexts(within(body).getByRole('table', { name: 'Rejected orders' }), 'Reason')).toHaveLength(300)
  })

  test('says that a dry run writes nothing', () => {
    const body = renderImport(createOutcome({ read: 500, created: 500, unchanged: 0, refused: [] }, true))
    expect(getTexts(body, 'dialog h2')).toEqual(['500 orders ready to import'])
    expect(getTexts(body, 'dialog')[0]).toContain('Nothing is saved yet.')
  })

  test('names the missing permission', () => {
    const dialog = renderImport(null, false).querySelector('dialog')
    expect(dialog?.querySelector('form')).toBeNull()
    expect(dialog?.textContent).toContain('Import orders')
    expect(dialog?.textContent).toContain('Operations')
  })
})

test.each([
  ['/mapping/columns/number', 'Order number: Wrong.'],
  ['/mapping/currency', 'Currency of the amounts: Wrong.'],
  ['/mapping/decimalMark', 'Amounts are written: Wrong.'],
  ['/currency', 'Wrong.'],
  ['/file', 'Wrong.'],
])('an error of the columns of a file names its field: %s', (pointer, text) => {
  expect(describeFieldError({ pointer, detail: 'Wrong.' }, messages)).toBe(text)
})

describe('a chosen file', () => {
  const validateFile = (name: string, size = 100) => getFileError({ name, size }, messages)

  test('is accepted when it may be text', () => {
    expect(['orders.csv', 'ORDERS.CSV', 'orders.txt', 'export'].map((name) => validateFile(name))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('is rejected with advice when it is empty, too large or a spreadsheet', () => {
    expect(validateFile('orders.csv', 0)).toBe(messages.empty('orders.csv'))
    expect(validateFile('orders.csv', uploadLimitBytes + 1)).toContain('The maximum is 128 MB')
    expect(validateFile('orders.XLSX')).toBeNull()
    expect(validateFile('orders.XLS')).toBe(messages.notCsv('orders.XLS'))
  })

  test('shows its size in a readable unit', () => {
    expect([512, 381_076, 4_300_000].map(formatFileSize)).toEqual(['512 B', '372 KB', '4.1 MB'])
  })
})

test('the progress never decreases and is complete only with the result', () => {
  const reading = { phase: 'reading', totalBytes: 100, read: 0, created: 0 } as const
  const percents = [
    progressPercent({ phase: 'sending', bytes: 0, totalBytes: 100 }),
    progressPercent({ phase: 'sending', bytes: 100, totalBytes: 100 }),
    progressPercent({ ...reading, bytes: 0 }),
    progressPercent({ ...reading, bytes: 50 }),
    progressPercent({ ...reading, bytes: 100 }),
  ]
  expect(percents).toEqual([0, 10, 10, 55, 99])
  expect(progressPercent({ phase: 'sending', bytes: 5, totalBytes: 0 })).toBe(0)
})

describe('the file of rejected orders', () => {
  const columnTitles = { line: 'Line', order: 'Order', reason: 'Why' }

  test('opens in a spreadsheet: byte order mark, quoted fields, doubled quotes', () => {
    expect(refusedOrdersCsv([{ line: 17, order: '#1, "a"', reason: '合计不符' }], columnTitles)).toBe(
      '\uFEFF"Line","Order","Why"\r\n"17","#1, ""a""","合计不符"\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
    'escapes %j so that it does not run as a formula',
    (order) => {
      expect(refusedOrdersCsv([{ line: 1, order, reason: '' }], columnTitles)).toContain(`"'${order}"`)
    },
  )
})

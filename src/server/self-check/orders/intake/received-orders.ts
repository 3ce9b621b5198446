import type { OrderRecord } from '#server/db/schema/orders.ts'
import { buildOrderRows } from '#server/orders/intake/import-rows.ts'
import { type NumberedDraft, toDraftRefunds, tokenizeDraft } from '#server/orders/intake/numbered-draft.ts'
import { isOrderField } from '#server/orders/recorded-fields.ts'
import { receiveDraftTaxes } from '#server/orders/tax-columns.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { applyDocumentChanges, applyMoneyChanges } from '#server/self-check/orders/document-changes.ts'
import { newShipmentColumns } from '#server/self-check/orders/fulfillment/shipment-events.ts'
import { replayChanges, unchangedColumns } from '#server/self-check/orders/intake/replay-changes.ts'
import type { verifyOrderEvents } from '#server/self-check/orders/order-events.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { compareTokens, tokenizeChanged } from '#server/self-check/orders/tokens/search-tokens.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

type ImportedRows = ReturnType<typeof buildOrderRows>

/** Columns that change after the import; other checks derive them from the documents. */
const derivedColumns: ReadonlySet<string> = new Set([
  'payment_status',
  'fulfillment_status',
  'captured_minor',
  'refunded_minor',
  'granted_minor',
  'shipped_quantity',
  'changed_at',
])

/** An order with its rows and what its events say. */
export interface RecordedOrder {
  order: OrderRecord
  related: RelatedRows
  recorded: ReturnType<typeof verifyOrderEvents>
}

/**
 * Compares imported orders, their lines, search tokens and the documents that came with them with what the import makes of the
 * received orders, except for what events explain: documents that were added since, and columns that were changed. Each step takes all
 * orders, as `verifyOrders` does.
 */
export function verifyReceivedOrders(findings: Findings, orders: readonly RecordedOrder[], timeZone: string): void {
  const drafts = orders.map(readDraft)
  const rows = drafts.map((draft, index) => draft && rebuild(draft, orders[index]))
  const tokens = drafts.map((draft) => draft && tryTo(() => tokenizeDraft(draft)))
  for (const [index, recordedOrder] of orders.entries()) {
    const { order, related } = recordedOrder
    const [expected, imported] = [rows[index], tokens[index]]
    if (related.imports.length === 0)
      findings.addViolation('orders-as-received', `order_imports ${order.number}: missing`)
    else if (!expected || !imported)
      findings.addViolation('orders-as-received', `order_imports ${order.number}: payload cannot be read`)
    else
      try {
        compareReceived(findings, recordedOrder, expected, imported, timeZone)
      } catch (error) {
        // Changes that do not fit the order leave columns without a value.
        if (!(error instanceof TypeError)) throw error
        const row = describeOrder(order)
        findings.addViolation('orders-as-received', `${row}: does not follow from what was received and its events`)
      }
  }
}

function compareReceived(
  findings: Findings,
  { order, related, recorded: { laterDocuments, changes: allChanges, documentChanges } }: RecordedOrder,
  expected: ImportedRows,
  importedTokens: readonly string[],
  timeZone: string,
): void {
  findings.examined(1, 'orders-as-received')
  const imported = pickImported(related, laterDocuments)
  const isErased = related.events.some(({ action }) => action === 'order.erased')
  const changes = allChanges.filter(({ field }) => isOrderField(field))
  const compare = createComparer(findings, 'orders-as-received')
  const [received] = related.imports
  compare(`order_imports ${order.number}`, received, expected.order_imports[0], isErased ? ['hash'] : [])
  if (changes.length > 0) replayChanges(findings, expected, related.lines, changes)
  else compare(describeOrder(order), order, unchangedColumns)
  compare(describeOrder(order), order, expected.orders[0])
  compareLists(
    compare,
    `order_lines ${order.number}`,
    related.lines,
    expected.order_lines,
    changes.length > 0 ? [] : ['id'],
  )
  const change = (table: 'payments' | 'refunds', rows: readonly { number: string }[]): object[] =>
    rows.map((row) => applyMoneyChanges(findings, table, row, documentChanges))
  const payments = change('payments', expected.payments)
  compareLists(compare, `payments of ${order.number}`, imported.payments, payments, ['refunded_minor'])
  compareLists(compare, `refunds of ${order.number}`, imported.refunds, change('refunds', expected.refunds), [])
  const shipments = expected.shipments.map((shipment) =>
    applyDocumentChanges(findings, 'shipments', { ...newShipmentColumns, ...shipment }, documentChanges),
  )
  compareLists(compare, `shipments of ${order.number}`, imported.shipments, shipments, [])
  compareShippedQuantities(findings, order, related.lines, imported.shipments[0], related.shipmentLines, expected)
  const isChanged = laterDocuments.size + changes.length + documentChanges.size > 0
  compareTokens(findings, order, related, isChanged ? tokenizeChanged(related, expected) : importedTokens, timeZone)
}

/** The documents that came with the order. */
function pickImported(
  { payments, refunds, shipments }: RelatedRows,
  laterDocuments: ReadonlySet<string>,
): Pick<RelatedRows, 'payments' | 'refunds' | 'shipments'> {
  if (laterDocuments.size === 0) return { payments, refunds, shipments }
  const isImported = ({ number }: { number: string }): boolean => !laterDocuments.has(number)
  return {
    payments: payments.filter(isImported),
    refunds: refunds.filter(isImported),
    shipments: shipments.filter(isImported),
  }
}

/** The received order with the ids and numbers of the stored rows; `undefined` if its payload is not an order. */
const readDraft = ({ order, related, recorded }: RecordedOrder): NumberedDraft | undefined =>
  tryTo(() => {
    const { payload } = related.imports[0] ?? { payload: '' }
    const draft = JSON.parse(payload) as OrderDraft
    const stored = pickImported(related, recorded.laterDocuments)
    const identify = (row: { id: string; number: string } | undefined) => ({
      id: row?.id ?? '',
      number: row?.number ?? '',
    })
    return {
      id: order.id,
      number: order.number,
      draft,
      payload,
      taxes: receiveDraftTaxes(draft),
      payment: draft.payment && { ...identify(stored.payments[0]), ...draft.payment },
      refunds: toDraftRefunds(draft).map((refund, index) => ({ ...identify(stored.refunds[index]), ...refund })),
      shipment: draft.shippedAt === null ? null : { ...identify(stored.shipments[0]), shippedAt: draft.shippedAt },
      customerNumber: recorded.customerNumber,
      importNumber: order.import_number,
    }
  })

const rebuild = (draft: NumberedDraft, recordedOrder: RecordedOrder | undefined): ImportedRows | undefined =>
  recordedOrder && tryTo(() => buildOrderRows(draft, recordedOrder.order.created_at))

/** `undefined` if a payload is not that of an order. */
function tryTo<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

type Compare = (
  row: string,
  stored: object | undefined,
  expected: object | undefined,
  except?: readonly string[],
) => void

/** Compares every column that the import writes. */
const createComparer =
  (findings: Findings, check: 'orders-as-received'): Compare =>
  (row, stored, expected, except = []) => {
    if (!stored || !expected) return findings.addViolation(check, `${row}: ${stored ? 'was not imported' : 'missing'}`)
    for (const column in expected) {
      const [actual, wanted] = [stored[column as never], expected[column as never]]
      if (actual !== wanted && !derivedColumns.has(column) && !except.includes(column))
        findings.addViolation(check, `${row}: ${column} ${actual} ≠ ${wanted}`)
    }
  }

/** Compares rows in their order. */
function compareLists(
  compare: Compare,
  row: string,
  stored: readonly object[],
  expected: readonly object[],
  except: readonly string[],
): void {
  for (let index = 0; index < Math.max(stored.length, expected.length); index++)
    compare(`${row} ${index + 1}`, stored[index], expected[index], except)
}

/** Lines get new ids when they are built again: the lines of a shipment are found by the position of their order line. */
function compareShippedQuantities(
  findings: Findings,
  order: OrderRecord,
  lines: RelatedRows['lines'],
  shipment: RelatedRows['shipments'][number] | undefined,
  shipmentLines: RelatedRows['shipmentLines'],
  expected: ImportedRows,
): void {
  if (!shipment) return
  for (const [index, { shipped_quantity }] of expected.order_lines.entries()) {
    const stored = shipmentLines.find(
      ({ shipment_id, line_id }) => shipment_id === shipment.id && line_id === lines[index]?.id,
    )
    findings.expectEqual(
      'orders-as-received',
      `shipment_lines of ${order.number} ${index + 1}`,
      'quantity',
      stored?.quantity ?? 0,
      shipped_quantity,
    )
  }
}

import { applyDocumentChanges } from '#server/finance/verify/document-changes.ts'
import { newShipmentColumns } from '#server/finance/verify/shipment-events.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { describeOrder } from '#server/finance/verify/order-books.ts'
import { tokenSeparator } from '#server/finance/verify/orders-store.ts'
import type { RecordedChange, verifyOrderEvents } from '#server/finance/verify/order-events.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import { buildImportedRows, toDraftRefunds } from '#server/orders/import-rows.ts'
import { tokenizeAnnotations, tokenizeOrderRows } from '#server/orders/order-tokens.ts'
import { fromFields, isOrderField, toFields } from '#server/orders/recorded-fields.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { lineIdOf, valueOf } from '#shared/orders/fields.ts'

/** What an import leaves at the default of the column. */
const unchangedColumns = { hold_reason: '', hold_until: '', cancel_reason: '', archived: 0 }

type ImportedRows = ReturnType<typeof buildImportedRows>

/** Columns that change after the import; other checks derive them from the documents. */
const derivedColumns: ReadonlySet<string> = new Set([
  'payment_status',
  'fulfillment_status',
  'captured_minor',
  'refunded_minor',
  'granted_minor',
  'shipped_quantity',
])

/**
 * Compares an imported order, its lines, its search tokens and the documents that came with it with what the import makes of the
 * received order, except for what events explain: documents that were added since, and columns that were changed.
 */
export function verifyReceived(
  findings: Findings,
  order: Order,
  related: RelatedRows,
  { laterDocuments, changes: allChanges, documentChanges, customerNumber }: ReturnType<typeof verifyOrderEvents>,
): void {
  const [received] = related.imports
  if (!received) return findings.addViolation('orders-as-received', `order_imports ${order.number}: missing`)
  findings.examined(1, 'orders-as-received')
  const isImported = ({ number }: { number: string }): boolean => !laterDocuments.has(number)
  const imported = {
    ...related,
    payments: related.payments.filter(isImported),
    refunds: related.refunds.filter(isImported),
    shipments: related.shipments.filter(isImported),
  }
  const expected = rebuild({ ...order, customer_number: customerNumber }, received.payload, imported)
  if (!expected)
    return findings.addViolation('orders-as-received', `order_imports ${order.number}: payload cannot be read`)
  const isErased = related.events.some(({ action }) => action === 'order.erased')
  const changes = allChanges.filter(({ field }) => isOrderField(field))
  const compare = createComparer(findings, 'orders-as-received')
  compare(`order_imports ${order.number}`, received, expected.order_imports[0], isErased ? ['hash'] : [])
  if (changes.length > 0) replayChanges(findings, expected, related.lines, changes)
  compare(describeOrder(order), order, { ...unchangedColumns, ...expected.orders[0] })
  compareLists(
    compare,
    `order_lines ${order.number}`,
    related.lines,
    expected.order_lines,
    changes.length > 0 ? [] : ['id'],
  )
  compareLists(compare, `payments of ${order.number}`, imported.payments, expected.payments, ['refunded_minor'])
  compareLists(compare, `refunds of ${order.number}`, imported.refunds, expected.refunds, ['status'])
  const shipments = expected.shipments.map((shipment) =>
    applyDocumentChanges(findings, 'shipments', { ...newShipmentColumns, ...shipment }, documentChanges),
  )
  compareLists(compare, `shipments of ${order.number}`, imported.shipments, shipments, [])
  compareShippedQuantities(findings, order, imported, expected)
  compareTokens(findings, order, related, expected, laterDocuments.size + changes.length + documentChanges.size > 0)
}

/**
 * Makes of the imported order and its lines what the recorded changes made of them; each must start from the value before it. What was
 * erased is missing in both.
 */
function replayChanges(
  findings: Findings,
  expected: ImportedRows,
  storedLines: RelatedRows['lines'],
  changes: readonly RecordedChange[],
): void {
  const [imported] = expected.orders
  if (!imported) return
  const order = { ...unchangedColumns, ...imported } as Order
  const lines = withStoredIds(expected.order_lines as RelatedRows['lines'], storedLines, changes)
  const fields = new Map(toFields(order, lines))
  for (const { event, field, from, to, isErased } of changes) {
    if (isErased) continue
    findings.expectEqual('orders-recorded', `events ${event}`, field, from, valueOf(fields, field))
    if (to === null) fields.delete(field)
    else fields.set(field, to)
  }
  const after = fromFields(fields, order)
  expected.orders = [{ ...order, ...after.columns }]
  expected.order_lines = after.lines.map((line) => ({
    ...line,
    order_id: order.id,
    shipped_quantity: lines.find(({ id }) => id === line.id)?.shipped_quantity ?? 0,
    total_minor: line.quantity * line.unit_price_minor - line.discount_minor,
  }))
}

/**
 * Lines get new ids when they are built again. An imported line keeps its position, so its id is that of the stored line with this position, or of
 * the one that a change removed.
 */
function withStoredIds(
  lines: RelatedRows['lines'],
  stored: RelatedRows['lines'],
  changes: readonly RecordedChange[],
): RelatedRows['lines'] {
  const moves = changes.filter(({ field }) => /^lines\.[^.]+\.position$/.test(field))
  const added = new Set(moves.filter(({ from }) => from === null).map(({ field }) => lineIdOf(field)))
  const ids = new Map<unknown, string>()
  for (const { field, from } of moves) {
    const id = lineIdOf(field)
    if (id !== undefined && !added.has(id)) ids.set(from, id)
  }
  for (const { id, position } of stored) if (!added.has(id)) ids.set(position, id)
  return lines.map((line) => ({ ...line, id: ids.get(line.position) ?? line.id }))
}

/** The rows that the import makes of a payload, with the ids and numbers of the stored rows; `undefined` if it is not an order. */
function rebuild(
  { id, number, created_at, customer_number }: Order,
  payload: string,
  stored: RelatedRows,
): ImportedRows | undefined {
  try {
    const draft = JSON.parse(payload) as OrderDraft
    const identify = (row: { id: string; number: string } | undefined) => ({
      id: row?.id ?? '',
      number: row?.number ?? '',
    })
    const numbered = {
      id,
      number,
      draft,
      payload,
      payment: draft.payment && { ...identify(stored.payments[0]), ...draft.payment },
      refunds: toDraftRefunds(draft).map((refund, index) => ({ ...identify(stored.refunds[index]), ...refund })),
      shipment: draft.shippedAt === null ? null : { ...identify(stored.shipments[0]), shippedAt: draft.shippedAt },
      customerNumber: customer_number,
    }
    return buildImportedRows([numbered], created_at)
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
  order: Order,
  { lines, shipments, shipmentLines }: RelatedRows,
  expected: ImportedRows,
): void {
  const [shipment] = shipments
  if (!shipment) return
  const stored = new Map(
    shipmentLines
      .filter(({ shipment_id }) => shipment_id === shipment.id)
      .map(({ line_id, quantity }) => [line_id, quantity]),
  )
  for (const [index, { shipped_quantity }] of expected.order_lines.entries())
    findings.expectEqual(
      'orders-as-received',
      `shipment_lines of ${order.number} ${index + 1}`,
      'quantity',
      stored.get(lines[index]?.id ?? '') ?? 0,
      shipped_quantity,
    )
}

/** The tokens of the order as it should be and of its documents; `changed` tells whether anything happened since its import. */
function compareTokens(
  findings: Findings,
  order: Order,
  { tokens, payments, refunds, shipments, returns }: RelatedRows,
  { orders: [expectedOrder], order_lines: lines, order_tokens: importedTokens }: ImportedRows,
  changed: boolean,
): void {
  const annotated = tokenizeStoredAnnotations(order)
  const imported = [...importedTokens.map(({ token }) => token), ...annotated]
  const [stored] = tokens
  if (stored)
    for (const time of new Set([stored.first_placed_at, stored.last_placed_at]))
      findings.expectEqual('search-tokens', `order_tokens ${order.number}`, 'placed_at', time, order.placed_at)
  if (!changed && stored?.tokens === imported.toSorted().join(tokenSeparator)) return
  const documents = {
    numbers: [...payments, ...refunds, ...shipments, ...returns].map(({ number }) => number),
    references: [...payments.map(({ reference }) => reference), ...shipments.map((each) => each.tracking_number)],
  }
  const wanted = new Set(
    changed ? [...tokenizeOrderRows(expectedOrder as Order, lines, documents), ...annotated] : imported,
  )
  for (const token of stored?.tokens.split(tokenSeparator) ?? [])
    if (!wanted.delete(token)) findings.addViolation('search-tokens', `order_tokens ${order.number}: ${token}`)
  for (const token of wanted)
    findings.addViolation('search-tokens', `order_tokens ${order.number}: ${token} is missing`)
}

/** None if the tags cannot be read, which another check reports. */
function tokenizeStoredAnnotations(order: Order): string[] {
  try {
    return tokenizeAnnotations(order)
  } catch {
    return []
  }
}

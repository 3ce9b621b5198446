import { newId } from '#server/db/id.ts'
import { type FilteredDocuments, tokenizeReceived, tokenizeRecording } from '#server/orders/filter-tokens.ts'
import {
  buildOrderRows,
  emptyRows,
  hashPayload,
  type NumberedDraft,
  type OrderRows,
  toDraftRefunds,
  tokenizeDraft,
} from '#server/orders/import-rows.ts'
import type { ImportedRows } from '#server/orders/import-store.ts'
import { tokenizeNumbers } from '#server/orders/order-tokens.ts'
import { isConsistent, type OrderDraft, ownSource } from '#shared/orders/draft.ts'

/** A draft with all that does not depend on what is stored already, so that another thread can prepare it. */
export interface PreparedDraft {
  draft: OrderDraft
  hash: string
  /** Its rows, without the numbers and times that its transaction decides; undefined if its amounts or quantities are inconsistent. */
  rows: OrderRows | undefined
  /** The search tokens of its texts and of what it is filtered by. */
  tokens: readonly string[]
}

/** The numbers of an order and of its documents in their order. */
export interface OrderNumbers extends Record<'payments' | 'refunds' | 'shipments', readonly string[]> {
  order: string
}

/** The rows of an order, and what the transaction decides that writes it. */
export interface RecordedRows {
  rows: OrderRows
  tokens: readonly string[]
  numbers: OrderNumbers
  /** Null without an email address and a phone number. */
  customerNumber: string | null
  /** The import that it comes in with; null for one from staff or the API. */
  importNumber: string | null
}

/** Gives the order and its documents their ids, builds its rows and cuts its search tokens. */
export function prepareDraft(draft: OrderDraft, timeZone: string): PreparedDraft {
  const payload = JSON.stringify(draft)
  const hash = hashPayload(payload)
  if (!isConsistent(draft)) return { draft, hash, rows: undefined, tokens: [] }
  const identify = () => ({ id: newId(), number: '' })
  const unnumbered: NumberedDraft = {
    ...identify(),
    draft,
    payload,
    payment: draft.payment && { ...identify(), ...draft.payment },
    refunds: toDraftRefunds(draft).map((refund) => ({ ...identify(), ...refund })),
    shipment: draft.shippedAt === null ? null : { ...identify(), shippedAt: draft.shippedAt },
    customerNumber: null,
    importNumber: null,
  }
  const rows = buildOrderRows(unnumbered, 0)
  const filtered = rows.orders.flatMap((order) =>
    tokenizeReceived({ ...order, refund_pending_minor: 0 }, toFilteredDocuments(unnumbered), timeZone),
  )
  return { draft, hash, rows, tokens: [...tokenizeDraft(unnumbered), ...filtered] }
}

/** A prepared draft that became JSON: without the draft itself where a row has it. */
export type SerializedDraft = Omit<PreparedDraft, 'draft'> & { draft?: OrderDraft }

/** What `parsePrepared` makes a prepared draft of again, after it was JSON. */
export const serializePrepared = ({ draft, ...prepared }: PreparedDraft): SerializedDraft =>
  prepared.rows ? prepared : { ...prepared, draft }

export const parsePrepared = ({ draft, ...prepared }: SerializedDraft): PreparedDraft => ({
  ...prepared,
  rows: prepared.rows,
  draft: draft ?? (JSON.parse(prepared.rows?.order_imports[0]?.payload ?? '') as OrderDraft),
})

const toFilteredDocuments = ({ payment, refunds, shipment }: NumberedDraft): FilteredDocuments => ({
  providers: payment ? [payment.provider] : [],
  paidAt: payment ? [payment.capturedAt] : [],
  shippedAt: shipment ? [shipment.shippedAt] : [],
  refundedAt: refunds.map(({ refundedAt }) => refundedAt),
  hasNote: false,
})

/** The rows of these orders in all tables, except ledger entries and events. */
export function buildImportedRows(orders: readonly RecordedRows[], now: number, timeZone: string): ImportedRows {
  const rows: ImportedRows = { ...emptyRows(), order_tokens: [] }
  for (const recorded of orders) addRows(rows, recorded, now, timeZone)
  return rows
}

function addRows(rows: ImportedRows, recorded: RecordedRows, now: number, timeZone: string): void {
  const { rows: own, tokens, numbers, customerNumber, importNumber } = recorded
  for (const order of own.orders) {
    const recording = { changed_at: now, import_number: importNumber }
    rows.orders.push({
      ...order,
      ...recording,
      number: numbers.order,
      customer_number: customerNumber,
      created_at: now,
      imported_at: order.source === ownSource ? null : now,
    })
    const all = [...tokens, ...tokenizeNumbers(numbers, customerNumber), ...tokenizeRecording(recording, timeZone)]
    for (const token of new Set(all)) rows.order_tokens.push({ token, placed_at: order.placed_at, order_id: order.id })
  }
  rows.order_lines.push(...own.order_lines)
  rows.order_imports.push(...own.order_imports)
  rows.payments.push(...recordDocuments(own.payments, numbers.payments, now))
  rows.refunds.push(...recordDocuments(own.refunds, numbers.refunds, now))
  rows.shipments.push(...recordDocuments(own.shipments, numbers.shipments, now))
  rows.shipment_lines.push(...own.shipment_lines)
}

const recordDocuments = <Row extends object>(documents: readonly Row[], numbers: readonly string[], now: number) =>
  documents.map((row, index) => ({ ...row, number: numbers[index] ?? '', recorded_at: now }))

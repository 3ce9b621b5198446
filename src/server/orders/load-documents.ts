import type { Db } from '#server/db/database.ts'
import { listAttachments } from '#server/orders/annotations/attachment-store.ts'
import { listDisputes } from '#server/orders/money/dispute-store.ts'
import { listPayments, listRefundLines } from '#server/orders/money/money-store.ts'
import { listNotes } from '#server/orders/annotations/note-store.ts'
import { findRareTables, type RareTable } from '#server/orders/rare-tables-store.ts'
import { listReturns } from '#server/orders/fulfillment/return-store.ts'
import { listRefunds, listShipments } from '#server/orders/store.ts'

/** The documents of an order, its notes and its files. */
export type Documents = Awaited<ReturnType<typeof loadDocuments>>

/** The documents of an order, and with `withPersonal` also its notes and files. Tables in which few orders have rows are only read if this order has some. */
export async function loadDocuments(db: Db, orderId: string, { withPersonal }: { withPersonal: boolean }) {
  const tablesWithRows = findRareTables(db, orderId)
  const listIfAny = async <Row>(table: RareTable, list: (db: Db, orderId: string) => Promise<Row[]>): Promise<Row[]> =>
    (await tablesWithRows).has(table) ? list(db, orderId) : []
  const [payments, shipments, refunds, refundLines, disputes, returns, notes, attachments] = await Promise.all([
    listPayments(db, orderId),
    listShipments(db, orderId),
    listIfAny('refunds', listRefunds),
    listIfAny('refunds', listRefundLines),
    listIfAny('disputes', listDisputes),
    listIfAny('returns', listReturns),
    withPersonal ? listIfAny('order_notes', listNotes) : [],
    withPersonal ? listIfAny('attachments', listAttachments) : [],
  ])
  return { payments, shipments, refunds, refundLines, disputes, returns, notes, attachments }
}

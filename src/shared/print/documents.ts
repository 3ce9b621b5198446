/**
 * What can be printed of orders. A packing slip never shows prices; a pick list adds up the items of several orders. Invoices and credit
 * notes are issued when they are first printed, and stay as they were issued.
 */
export const documentKinds = ['packing-slip', 'pick-list', 'invoice', 'credit-note'] as const
export type DocumentKind = (typeof documentKinds)[number]
export type IssuedKind = Extract<DocumentKind, 'invoice' | 'credit-note'>

/** Whether a document is issued with a number of its own. */
export const isIssued = (kind: DocumentKind): kind is IssuedKind => kind === 'invoice' || kind === 'credit-note'

/** A4 sheets, or the 80 mm roll of a receipt printer. */
export const papers = ['a4', '80mm'] as const
export type Paper = (typeof papers)[number]

/** Most orders in one document; a job that prints more makes several. */
export const maxPrintedOrders = 200

import type { DocumentsTable } from '#server/db/schema/app.ts'
import { hashLink } from '#server/db/hash-chain.ts'

/** The hash of an invoice or credit note, over all its columns. */
export const hashDocument = (document: Omit<DocumentsTable, 'hash'>): string =>
  hashLink('', [
    document.number,
    document.kind,
    document.order_id,
    document.issued_at,
    document.issued_by,
    document.content,
  ])

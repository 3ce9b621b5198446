import type { DocumentsTable } from '#server/db/schema/app.ts'
import { addShares, negateShare, type TaxShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
import type { CreditNoteContent, InvoiceContent } from '#shared/print/issued-content.ts'

/** What the invoices and credit notes of an order say together. */
export interface IssuedSoFar {
  invoices: InvoiceContent[]
  /** The numbers of the invoices. */
  numbers: string[]
  creditNotes: CreditNoteContent[]
  /** Invoiced and not credited. */
  totalMinor: number
  taxes: TaxShare[]
}

/** Reads the documents of an order. */
export function readIssued(issued: readonly DocumentsTable[]): IssuedSoFar {
  const credited = issued.filter(({ kind }) => kind === 'credit-note')
  const invoiced = issued.filter(({ kind }) => kind !== 'credit-note')
  const invoices = invoiced.map(({ content }) => JSON.parse(content) as InvoiceContent)
  const creditNotes = credited.map(({ content }) => JSON.parse(content) as CreditNoteContent)
  return {
    invoices,
    numbers: invoiced.map(({ number }) => number),
    creditNotes,
    totalMinor: add(
      ...invoices.map(({ totalMinor }) => totalMinor),
      ...creditNotes.map(({ totalMinor }) => -totalMinor),
    ),
    taxes: addShares(...invoices.map(({ taxes }) => taxes), ...creditNotes.map(({ taxes }) => taxes.map(negateShare))),
  }
}

import type { ImportMessages, Row } from '#server/imports/row.ts'

/** An identifier of an order. Rejects one that a spreadsheet shortened to the form `4.00E+12`, because many orders would share it. */
export function readId(row: Row, column: string, messages: ImportMessages): string {
  const id = row.key(column)
  if (id === '') throw row.error(messages.refused.empty(row.label(column)))
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(id)) throw row.error(messages.refused.idShortened(row.label(column), id))
  return id
}

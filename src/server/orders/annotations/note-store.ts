import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { OrderNotesTable } from '#server/db/schema/orders.ts'
import type { listNoteActions } from '#shared/orders/notes.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'

export type NoteRecord = Selectable<OrderNotesTable>
export type NoteColumns = Updateable<Pick<OrderNotesTable, 'body' | 'edited_at' | 'struck_by' | 'struck_at'>>

export const insertNote = (transaction: Transaction, note: Insertable<OrderNotesTable>): Promise<void> =>
  insertAll(transaction, 'order_notes', [note])

export const findNote = (transaction: Transaction, orderId: string, id: string): Promise<NoteRecord | undefined> =>
  transaction
    .selectFrom('order_notes')
    .selectAll()
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()

export async function updateNote(
  transaction: Transaction,
  id: string,
  columns: NoteColumns & { revision: number },
): Promise<void> {
  await transaction.updateTable('order_notes').set(columns).where('id', '=', id).execute()
}

export async function deleteNote(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('order_notes').where('id', '=', id).execute()
}

/** The notes on an order with the names of their people, newest first. */
export const listNotes = (db: Db, orderId: string) => selectNotes(db, [orderId])

const selectNotes = cachedLookup((db) =>
  db
    .selectFrom('order_notes as note')
    .innerJoin('users as author', 'author.id', 'note.created_by')
    .leftJoin('users as striker', 'striker.id', 'note.struck_by')
    .selectAll('note')
    .select(['author.name as author_name', 'striker.name as striker_name'])
    .where('order_id', '=', '')
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
    .compile(),
)

/** What decides what can be done with a note. */
export const toNoteFacts = (note: NoteRecord): Parameters<typeof listNoteActions>[0] => ({
  authorId: note.created_by,
  createdAt: note.created_at,
  struckAt: note.struck_at,
})

import type { Action, AuthenticatedContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { annotateOrder } from '#server/orders/annotations/annotate-order.ts'
import { hashNote } from '#server/orders/annotations/note-hash.ts'
import * as store from '#server/orders/annotations/note-store.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { listNoteActions, type NoteAction } from '#shared/orders/notes.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'

/** `POST /api/orders/:number/notes`. */
export const addNote: Action<'addNote'> = (context, { number, text }) =>
  annotateOrder(context, number, async (transaction, order, actor) => {
    const at = context.kontor.now()
    const salt = crypto.getRandomValues(new Uint8Array(16)).toHex()
    const note = { id: newId(), order_id: order.id, body: text, salt, created_by: actor.id, created_at: at }
    await store.insertNote(transaction, note)
    return { action: 'order.note_added', parameters: { note: note.id, revision: 1, hash: hashNote(note) }, at }
  })

/** `PUT /api/orders/:number/notes/:noteId`. */
export const editNote: Action<'editNote'> = (context, { text, ...target }) =>
  changeNote(context, target, 'edit', 'order.note_edited', (note, at) =>
    note.body === text ? undefined : { body: text, edited_at: at },
  )

/** `DELETE /api/orders/:number/notes/:noteId`. */
export const deleteNote: Action<'deleteNote'> = (context, target) =>
  changeNote(context, target, 'delete', 'order.note_deleted', () => 'delete')

/** `PUT /api/orders/:number/notes/:noteId/strike`; nothing happens to a note that is struck through already. */
export const strikeNote: Action<'strikeNote'> = (context, target) =>
  changeNote(context, target, 'strike', 'order.note_struck', (_, at, actorId) => ({
    struck_by: actorId,
    struck_at: at,
  }))

/** `DELETE /api/orders/:number/notes/:noteId/strike`; nothing happens to a note that is not struck through. */
export const restoreNote: Action<'restoreNote'> = (context, target) =>
  changeNote(context, target, 'restore', 'order.note_restored', () => ({ struck_by: null, struck_at: null }))

/** Writes what `change` returns: columns, a deletion, or nothing. Throws `not-found` or `note-locked`. */
const changeNote = (
  context: AuthenticatedContext,
  { number, noteId }: { number: string; noteId: string },
  action: NoteAction,
  eventAction: EventAction,
  change: (note: store.NoteRecord, at: number, actorId: string) => store.NoteColumns | 'delete' | undefined,
): Promise<OrderView> =>
  annotateOrder(context, number, async (transaction, order, actor) => {
    const note = await store.findNote(transaction, order.id, noteId)
    if (!note) throw new ProblemError('not-found')
    const at = context.kontor.now()
    if (!listNoteActions(store.toNoteFacts(note), actor.id, at).includes(action)) {
      if (action === 'strike' || action === 'restore') return undefined
      throw new ProblemError('note-locked')
    }
    const after = change(note, at, actor.id)
    if (after === undefined) return undefined
    const revision = note.revision + 1
    if (after === 'delete') await store.deleteNote(transaction, note.id)
    else await store.updateNote(transaction, note.id, { ...after, revision })
    const body = after === 'delete' ? undefined : after.body
    const hash = body === undefined ? {} : { hash: hashNote({ salt: note.salt, body }) }
    return { action: eventAction, parameters: { note: note.id, revision, ...hash }, at }
  })

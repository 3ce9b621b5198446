import { noteEditableMs } from '#shared/constants.ts'

export const noteActions = ['edit', 'delete', 'strike', 'restore'] as const
export type NoteAction = (typeof noteActions)[number]

/** What decides what can be done with a note. Times are epoch milliseconds. */
interface NoteFacts {
  authorId: string
  createdAt: number
  struckAt: number | null
}

/** What a user with the permission to write notes can do with a note: its author changes it while it is new; later everyone can only strike it through. */
export function listNoteActions(
  { authorId, createdAt, struckAt }: NoteFacts,
  userId: string,
  now: number,
): NoteAction[] {
  if (struckAt !== null) return ['restore']
  return authorId === userId && now < createdAt + noteEditableMs ? ['edit', 'delete', 'strike'] : ['strike']
}

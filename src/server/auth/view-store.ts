import type { Transaction } from '#server/db/database.ts'

/** Lets the session view the program as another user until a time, epoch ms; null ends it. */
export async function setView(
  transaction: Transaction,
  sessionId: string,
  view: { userId: string; until: number } | null,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ viewed_user_id: view?.userId ?? null, viewed_until: view?.until ?? null })
    .where('id', '=', sessionId)
    .execute()
}

/** Ends the views as a user, and those of the user. */
export async function endViews(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ viewed_user_id: null, viewed_until: null })
    .where('viewed_user_id', 'is not', null)
    .where(({ eb, or }) => or([eb('viewed_user_id', '=', userId), eb('user_id', '=', userId)]))
    .execute()
}

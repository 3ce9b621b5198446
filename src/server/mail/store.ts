import type { Db, Transaction } from '#server/db/database.ts'
import type { OutgoingMailsTable } from '#server/db/schema/staff.ts'

export type OutgoingMail = Omit<OutgoingMailsTable, 'attempts'> & { attempts: number }

export async function insertMail(transaction: Transaction, mail: Omit<OutgoingMail, 'attempts'>): Promise<void> {
  await transaction.insertInto('outgoing_mails').values(mail).execute()
}

/** The mail that is due the longest. */
export const findDueMail = (db: Db, now: number): Promise<OutgoingMail | undefined> =>
  db
    .selectFrom('outgoing_mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Counts an attempt and sets when the next one is due; false if another process has done it meanwhile. */
export async function claimMail(
  transaction: Transaction,
  { id, attempts }: OutgoingMail,
  nextAttemptAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('outgoing_mails')
    .set({ attempts: attempts + 1, next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the mails due that wait until after `latest`. */
export const rescheduleAfter = (transaction: Transaction, latest: number, now: number) =>
  transaction
    .updateTable('outgoing_mails')
    .set({ next_attempt_at: now })
    .where('next_attempt_at', '>', latest)
    .execute()

export async function deleteMail(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('outgoing_mails').where('id', '=', id).execute()
}

export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['name', 'email', 'locale', 'muted_mails', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirst()

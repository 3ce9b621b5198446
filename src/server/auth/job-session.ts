import { toCurrentUser } from '#server/auth/sessions.ts'
import * as store from '#server/auth/store.ts'
import type { Session } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findActiveToken } from '#server/tokens/tokens.ts'

/** The job that a session is for, and who made it. */
export interface JobIdentity {
  id: string
  userId: string
  /** The API token that made it; null for a person. */
  tokenId: string | null
  createdAt: number
}

/**
 * The session in which a job works: its user as they are now, also when they have logged out since; with an API token, what both allow.
 * Null when the account or the token is not active.
 */
export async function findJobSession(db: Db, job: JobIdentity, now: number): Promise<Session | null> {
  if (job.tokenId !== null) {
    const session = await findActiveToken(db, job.tokenId, now)
    return session && { ...session, job }
  }
  const row = await store.findUserColumns(db, job.userId)
  const user = row && toCurrentUser(row, now)
  return user ? { id: job.id, user, loggedInAt: job.createdAt, verifiedAt: 0, job } : null
}

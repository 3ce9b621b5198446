import { listCredentials } from '#server/auth/credential-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Findings } from '#server/finance/verify/findings.ts'

/** Every credential belongs to a user, who has at most one password, and a subject of an issuer belongs to one user. */
export async function verifyCredentials(db: Db, findings: Findings): Promise<void> {
  const passwords = new Set<string>()
  const subjects = new Set<string>()
  for (const { id, user_id, known, kind, issuer, subject } of await listCredentials(db)) {
    const addViolation = (reason: string): void =>
      findings.addViolation('credentials-of-users', `credentials ${id}: ${reason}`)
    if (known === null) addViolation(`no user ${user_id}`)
    if (kind === 'password' && passwords.has(user_id)) addViolation(`second password of user ${user_id}`)
    if (kind === 'password') passwords.add(user_id)
    const key = `${kind} ${issuer} ${subject}`
    if (subject !== null && subjects.has(key)) addViolation(`subject ${subject} is used twice`)
    subjects.add(key)
    findings.examined(1, 'credentials-of-users')
  }
}

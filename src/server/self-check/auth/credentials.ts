import { digestCredential, digestFactor, digestRecoveryCodes } from '#server/auth/credential-digest.ts'
import { parseDetails } from '#server/auth/credential.ts'
import type { Db } from '#server/db/database.ts'
import type { CredentialsTable } from '#server/db/schema/staff.ts'
import { AccountHistory } from '#server/self-check/auth/account-history.ts'
import * as store from '#server/self-check/auth/accounts-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

const check = 'credentials-of-users'

/** What users prove their identity with is what their events say: one password, and second factors. */
export async function verifyCredentials(
  db: Db,
  findings: Findings,
  histories: ReadonlyMap<string, AccountHistory>,
): Promise<void> {
  const rows = await store.listCredentials(db)
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  for (const id of new Set([...byUser.keys(), ...histories.keys()])) {
    const credentials = byUser.get(id) ?? []
    const history = histories.get(id) ?? new AccountHistory()
    const isPassword = ({ kind }: CredentialsTable): boolean => kind === 'password'
    verifyPasswords(findings, id, credentials.filter(isPassword), history)
    verifyFactors(
      findings,
      id,
      credentials.filter((row) => !isPassword(row)),
      history,
    )
  }
  findings.examined(rows.length, check)
}

function verifyPasswords(
  findings: Findings,
  userId: string,
  passwords: readonly CredentialsTable[],
  history: AccountHistory,
): void {
  const { credentialDigest, passwordSetAt, passwordUsedAt } = history
  if (passwords.length > 1) findings.addViolation(check, `users ${userId}: ${passwords.length} passwords`)
  if (credentialDigest !== undefined && passwords.length === 0)
    findings.addViolation(check, `users ${userId}: the recorded credential is missing`)
  for (const password of passwords) {
    const row = `credentials ${password.id}`
    const expected = { issuer: '', subject: null, label: '', details: '{}', created_at: passwordSetAt }
    compareColumns(findings, password, { ...expected, last_used_at: passwordUsedAt })
    if (digestCredential(password.secret) !== credentialDigest)
      findings.addViolation(check, `${row}: secret is not the recorded one`)
  }
}

function verifyFactors(
  findings: Findings,
  userId: string,
  rows: readonly CredentialsTable[],
  { factors }: AccountHistory,
): void {
  const recoveryCodes = rows.filter(({ kind }) => kind === 'recovery').map(parseDetails)
  for (const row of rows) {
    const factor = factors.get(row.id)
    if (!factor) {
      findings.addViolation(check, `credentials ${row.id}: no event of user ${userId} added it`)
      continue
    }
    const { counter, digest, ...columns } = factor
    const credential = parseDetails(row)
    const details =
      row.kind === 'recovery'
        ? '{}'
        : JSON.stringify({ ...credential.details, ...(counter !== undefined && { counter }) })
    compareColumns(findings, row, { ...columns, details })
    if (digest !== (row.kind === 'recovery' ? digestRecoveryCodes(recoveryCodes) : digestFactor(credential)))
      findings.addViolation(check, `credentials ${row.id}: not the recorded one`)
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const id of factors.keys())
    if (!ids.has(id)) findings.addViolation(check, `users ${userId}: the recorded credential ${id} is missing`)
}

function compareColumns(
  findings: Findings,
  row: CredentialsTable,
  expected: Partial<Record<keyof CredentialsTable, unknown>>,
): void {
  for (const [column, value] of Object.entries(expected))
    findings.expectEqual(check, `credentials ${row.id}`, column, row[column as keyof CredentialsTable], value)
}

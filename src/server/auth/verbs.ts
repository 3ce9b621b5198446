import type { Context, Kontor, Session, Verb } from '#server/context.ts'
import type { Reader, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { hashPassword, passwordRefusals, verifyPassword } from '#server/auth/password.ts'
import * as store from '#server/auth/store.ts'
import { countRegistration, forgiveLogin, noteRefusal, noteRegistration, takeLogin } from '#server/auth/attempts.ts'
import { record } from '#server/events/verbs.ts'
import { sessionIdleMs, sessionLifetimeMs, setupLinkLifetimeMs } from '#shared/constants.ts'
import { Refusal } from '#shared/problem.ts'
import type { Role } from '#shared/rights.ts'
import type { Locale, RegisterInput } from '#shared/staff/inputs.ts'
import type { RegisterView, SessionView } from '#shared/staff/views.ts'

export const getSession: Verb<'getSession'> = async ({ session }): Promise<SessionView> =>
  session ? { user: session.user, loggedInAt: session.loggedInAt, id: session.id } : {}

/** Puts the new session in the context. Pending and suspended accounts are told so only after the right password. */
export const login: Verb<'login'> = async (context, { email, password }) => {
  const { kontor } = context
  const key = emailKey(email)
  await takeLogin(context, key)
  const account = await store.findAccount(kontor.database.read, key)
  if (!(await verifyPassword(password, account?.password_hash)) || !account) {
    await noteRefusal(context, key, account)
    throw new Refusal('invalid-credentials')
  }
  const { status, role } = account
  if (status !== 'active' || role === null) {
    await kontor.database.inTransaction((transaction) => forgiveLogin(transaction, context, key))
    throw new Refusal(status === 'pending' ? 'account-pending' : 'account-suspended')
  }
  context.session = await openSession(context, { ...account, role }, key)
  return { user: context.session.user }
}

/** Ends the session in the database and takes it out of the context; without a session it changes nothing. */
export const logout: Verb<'logout'> = async (context) => {
  const { kontor, session } = context
  if (session)
    await kontor.database.inTransaction((transaction) => store.revokeSession(transaction, session.id, kontor.now()))
  context.session = null
  return { loggedOut: true }
}

/** Says the same, after the same work, whether the e-mail is taken or not. */
export const register: Verb<'register'> = async (context, input) => {
  const { kontor } = context
  const setup = await demandOpenDoor(context, input)
  const refusals = await passwordRefusals(input.password, input)
  if (refusals.length > 0) throw new Refusal('invalid-input', {}, refusals)
  await countRegistration(context)
  const passwordHash = await hashPassword(input.password)
  const status = setup !== undefined || kontor.config.registration === 'open' ? 'active' : 'pending'
  const role: Role | null = setup !== undefined ? 'owner' : status === 'active' ? 'viewer' : null
  await kontor.database.inTransaction(async (transaction) => {
    await noteRegistration(transaction, context)
    if (setup !== undefined) await useSetupLink(transaction, setup, kontor.now())
    if (await store.findAccount(transaction, emailKey(input.email))) return
    const { name, email } = input
    const id = await createAccount(transaction, context, { name, email, passwordHash, role, locale: context.locale })
    await record(transaction, context, {
      action: 'user.registered',
      objectType: 'user',
      objectId: id,
      objectLabel: name,
      ...(role ? { parameters: { role } } : {}),
    })
  })
  return { status }
}

/** The session of this id with its person, if it still counts: not ended, not idle, not expired, the account active. */
export async function proveSession(kontor: Kontor, id: string): Promise<Session | null> {
  const now = kontor.now()
  const row = await store.findSession(kontor.database.read, id)
  if (!row || row.revoked_at !== null || row.status !== 'active' || row.role === null) return null
  if (now >= row.expires_at || now - row.last_seen_at >= sessionIdleMs) return null
  if (now - row.last_seen_at >= touchIntervalMs) touchLater(kontor, { id, userId: row.user_id }, now)
  const user = { id: row.user_id, name: row.name, email: row.email, role: row.role, locale: row.locale }
  return { id, user, loggedInAt: row.created_at }
}

/** Who was here is written down at most so often. */
const touchIntervalMs = 60_000

/** Nobody waits for this note, and nothing fails with it. */
function touchLater(kontor: Kontor, session: { id: string; userId: string }, now: number): void {
  kontor.database
    .inTransaction((transaction) => store.touchSession(transaction, session, now, now - touchIntervalMs + 1))
    .catch((error: unknown) => kontor.log.warn('session not touched', { error: String(error) }))
}

async function openSession(
  context: Context,
  account: store.Account & { role: Role },
  emailKey: string,
): Promise<Session> {
  const { kontor, session: before, ip, userAgent } = context
  const { id: userId, name, email, role, locale } = account
  const now = kontor.now()
  const session: Session = {
    id: crypto.randomUUID(),
    user: { id: userId, name, email, role, locale },
    loggedInAt: now,
  }
  await kontor.database.inTransaction(async (transaction) => {
    await forgiveLogin(transaction, context, emailKey)
    if (before) await store.revokeSession(transaction, before.id, now)
    await store.insertSession(transaction, {
      id: session.id,
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: now + sessionLifetimeMs,
      ip,
      user_agent: userAgent,
    })
    await store.touchUser(transaction, userId, now)
    await record(
      transaction,
      { ...context, session },
      {
        action: 'user.logged_in',
        objectType: 'user',
        objectId: userId,
        objectLabel: name,
      },
    )
  })
  return session
}

/** Ends every session of an account, in the transaction that takes its right to one. */
export const endSessionsOf = (transaction: Transaction, userId: string, now: number): Promise<void> =>
  store.revokeSessionsOf(transaction, userId, now)

/** In how many places somebody is logged in. */
export const countSessions = (reader: Reader, userId: string, now: number): Promise<number> =>
  store.countSessions(reader, userId, now, now - sessionIdleMs)

/** An e-mail as accounts are told apart by it. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

/** Writes an account, active when it has a role, else waiting for one; gives its id. The e-mail must be free. */
export async function createAccount(
  transaction: Transaction,
  { kontor }: Context,
  account: { name: string; email: string; passwordHash: string; role: Role | null; locale: Locale },
): Promise<string> {
  const id = newId()
  const now = kontor.now()
  await store.insertAccount(transaction, {
    id,
    email: account.email,
    email_key: emailKey(account.email),
    name: account.name,
    role: account.role,
    status: account.role ? 'active' : 'pending',
    password_hash: account.passwordHash,
    locale: account.locale,
    created_at: now,
    approved_by: null,
    approved_at: account.role ? now : null,
  })
  return id
}

/** Makes a one-time link for the first owner and gives its token, or null once there is any account. Only its hash is kept. */
export async function issueSetupLink({ database, now }: Kontor): Promise<string | null> {
  if (await store.hasAccounts(database.read)) return null
  const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
  await database.inTransaction((transaction) =>
    store.insertSetupLink(transaction, hashOf(token), now() + setupLinkLifetimeMs),
  )
  return token
}

/** What somebody who opens the registration may do there. */
export async function doorOf({ kontor }: Context, setup: string | undefined): Promise<RegisterView['state']> {
  const { read } = kontor.database
  const isEmpty = !(await store.hasAccounts(read))
  if (setup !== undefined)
    return isEmpty && (await store.isSetupLinkOpen(read, hashOf(setup), kontor.now())) ? 'setup' : 'expired'
  // Whoever registered first without the link could be let in by nobody.
  return isEmpty ? 'closed' : kontor.config.registration
}

/** The token of the setup link that opens the door, if it is one; refuses when the door is closed. */
async function demandOpenDoor(context: Context, { setup, invitation }: RegisterInput): Promise<string | undefined> {
  const door = await doorOf(context, setup ?? invitation)
  if (door === 'expired') throw new Refusal('setup-link-invalid')
  if (door === 'closed') throw new Refusal('registration-closed')
  return door === 'setup' ? (setup ?? invitation) : undefined
}

/** Of two who use a link at once, or two links, only the first finds no account. */
async function useSetupLink(transaction: Transaction, token: string, now: number): Promise<void> {
  const hash = hashOf(token)
  if ((await store.hasAccounts(transaction)) || !(await store.isSetupLinkOpen(transaction, hash, now)))
    throw new Refusal('setup-link-invalid')
  await store.useSetupLink(transaction, hash, now)
}

const hashOf = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('hex')

/** What ended so long ago is of no more use to anybody. */
const keptMs = 30 * 86_400_000

/** Removes old counts of attempts, links and sessions. */
export const sweep = ({ database, now }: Kontor): Promise<void> =>
  database.inTransaction((transaction) => store.sweep(transaction, now() - keptMs))

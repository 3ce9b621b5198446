import type { EventsTable } from '#server/db/schema/events.ts'
import type { CredentialKind, RevokeReason, UsersTable } from '#server/db/schema/staff.ts'
import { parseParameters } from '#server/events/events.ts'
import type { UserStatus } from '#shared/staff/user-status.ts'

type UserEvent = Pick<EventsTable, 'at' | 'actor_id' | 'object_label' | 'parameters' | 'ip'> & { action: string }

/** The columns of an account that follow from its events. */
type RecordedAccount = Partial<
  Pick<UsersTable, 'name' | 'role' | 'status' | 'created_at' | 'approved_by' | 'approved_at'>
> & { version: number }

/** What the events say about an authenticator app, a recovery code, a passkey or an account at the identity provider. */
export interface RecordedFactor {
  kind: CredentialKind
  label: string
  created_at: number
  last_used_at: number | null
  counter: number | undefined
  /** The digest of all ten codes together for a recovery code. */
  digest: string
}

/** An event that ends all sessions, all but `keptSession`, or `session` alone. */
export interface SessionEnding {
  at: number
  reason: Exclude<RevokeReason, 'logout'>
  session?: string | number | undefined
  keptSession?: string | number | undefined
}

const creations = ['user.registered', 'user.added', 'user.provisioned']
const secondFactorKinds: readonly CredentialKind[] = ['totp', 'passkey']

const statusAfter: Readonly<Record<string, UserStatus>> = {
  'user.approved': 'active',
  'user.rejected': 'archived',
  'user.reopened': 'pending',
  'user.suspended': 'suspended',
  'user.restored': 'active',
  'user.archived': 'archived',
  'user.unarchived': 'suspended',
}

/** What the events of one account say about it. */
export class AccountHistory {
  readonly account: RecordedAccount = { version: 1 }
  /** How many events created it: one. */
  creations = 0
  credentialDigest: string | undefined
  emailDigest: string | undefined
  lastLoginAt: number | undefined
  passwordUsedAt: number | null = null
  /** The second factors and the accounts at the identity provider, by id. */
  readonly factors = new Map<string, RecordedFactor>()
  /** When the user was asked again who they are, and proved it. */
  readonly confirmations = new Set<number>()
  /** When the password was set that the account has now. */
  passwordSetAt: number | undefined
  mutedMails = ''
  timeZone = ''
  /** When and by whom each reset link was created, by its hash. */
  readonly resetLinks = new Map<string, { at: number; by: string | null }>()
  /** When each reset link was used, by its hash. */
  readonly usedLinks = new Map<string, number>()
  /** The events that ended sessions of the account, the oldest first. */
  readonly endings: SessionEnding[] = []
  /** Until when the sessions that view as the user may do so, by session. */
  readonly views = new Map<string, number>()
  /** Logins that no session was found for, by time and IP. */
  readonly #logins = new Map<string, number>()

  /** Adds the next event in the order in which they happened. */
  add(event: UserEvent): void {
    const { action, at } = event
    const changedStatus = statusAfter[action]
    if (creations.includes(action)) this.#create(event)
    else if (changedStatus) this.#changeStatus(event, changedStatus)
    else if (action === 'user.password_changed' || action === 'user.password_reset') this.#setPassword(event)
    else if (action === 'user.sessions_ended') this.#endSessions(event, 'ended')
    else if (action === 'user.profile_changed') this.#changeProfile(event)
    else if (action === 'user.reset_link_created')
      this.resetLinks.set(String(parseParameters(event.parameters).parameters['link']), { at, by: event.actor_id })
    else if (action === 'user.view_started' || action === 'user.view_ended') this.#view(event)
    else if (action === 'user.role_changed') this.#changeRole(event)
    else if (action === 'user.logged_in') {
      this.lastLoginAt = at
      this.#useFactor(event)
      const key = loginKey(at, event.ip)
      this.#logins.set(key, (this.#logins.get(key) ?? 0) + 1)
    } else if (action === 'user.identity_confirmed') {
      this.confirmations.add(at)
      this.#useFactor(event)
    } else this.#changeFactors(event)
  }

  /** Whether there is a login at this time from this IP that belongs to no other session. */
  takeLogin(at: number, ip: string): boolean {
    const key = loginKey(at, ip)
    const left = this.#logins.get(key) ?? 0
    this.#logins.set(key, left - 1)
    return left > 0
  }

  #create(event: UserEvent): void {
    const { action, at, object_label, parameters } = event
    const { role, credentialDigest, emailDigest } = parseParameters(parameters).parameters
    this.creations++
    if (emailDigest !== undefined) this.emailDigest = String(emailDigest)
    // Without a password, it is the digest of the identity.
    const hasPassword = action !== 'user.provisioned' && credentialDigest !== undefined
    this.credentialDigest = !hasPassword ? undefined : String(credentialDigest)
    this.passwordSetAt = at
    Object.assign(this.account, {
      name: object_label,
      role: role === undefined ? null : String(role),
      status: role === undefined ? 'pending' : 'active',
      created_at: at,
      approved_by: null,
      approved_at: role === undefined ? null : at,
    } satisfies Partial<RecordedAccount>)
    if (action === 'user.provisioned') this.#changeFactors(event)
  }

  #setPassword(event: UserEvent): void {
    const { credentialDigest, link } = parseParameters(event.parameters).parameters
    this.credentialDigest = String(credentialDigest)
    this.passwordSetAt = event.at
    this.passwordUsedAt = null
    if (link !== undefined) this.usedLinks.set(String(link), event.at)
    this.#endSessions(event, 'password-changed')
  }

  #endSessions({ at, parameters: text }: UserEvent, reason: SessionEnding['reason']): void {
    const { session, keptSession } = parseParameters(text).parameters
    this.endings.push({ at, reason, session, keptSession })
  }

  #view({ action, parameters: text }: UserEvent): void {
    const { session, until } = parseParameters(text).parameters
    if (action === 'user.view_started') this.views.set(String(session), Number(until))
    else this.views.delete(String(session))
  }

  #changeProfile({ parameters }: UserEvent): void {
    this.account.version++
    for (const { field, to } of parseParameters(parameters).changes) {
      if (field === 'name') this.account.name = String(to)
      if (field === 'timeZone') this.timeZone = String(to)
      if (field === 'mutedMails') this.mutedMails = String(to)
    }
  }

  /** A login or confirmation. */
  #useFactor({ at, parameters }: UserEvent): void {
    const { factor, credential, counter, identity } = parseParameters(parameters).parameters
    if (String(factor).split('+').includes('password')) this.passwordUsedAt = at
    const usedIdentity = this.factors.get(String(identity))
    if (usedIdentity) usedIdentity.last_used_at = at
    const used = this.factors.get(String(credential))
    if (!used) return
    used.last_used_at = at
    if (counter !== undefined) used.counter = Number(counter)
  }

  #changeFactors({ action, at, parameters: text }: UserEvent): void {
    const { parameters } = parseParameters(text)
    const ids = String(parameters['credentials'] ?? parameters['credential'] ?? '').split(' ')
    const recorded: Omit<RecordedFactor, 'kind'> = {
      label: String(parameters['label'] ?? ''),
      created_at: at,
      last_used_at: null,
      counter: parameters['counter'] === undefined ? undefined : Number(parameters['counter']),
      digest: String(parameters['credentialDigest']),
    }
    const [id = ''] = ids
    const before = this.factors.get(id)
    if (action === 'user.totp_added') this.factors.set(id, { ...recorded, kind: 'totp' })
    else if (action === 'user.passkey_added') this.factors.set(id, { ...recorded, kind: 'passkey' })
    else if (action === 'user.identity_linked' || action === 'user.provisioned')
      this.factors.set(id, { ...recorded, kind: 'oidc' })
    else if (action === 'user.identity_unlinked') this.factors.delete(id)
    else if (action === 'user.passkey_renamed' && before) before.label = recorded.label
    else if (action === 'user.totp_removed' || action === 'user.passkey_removed') this.#removeFactor(id)
    else if (action === 'user.factors_removed') this.#removeKinds(...secondFactorKinds, 'recovery')
    else if (action === 'user.recovery_codes_created') {
      this.#removeKinds('recovery')
      for (const each of ids) this.factors.set(each, { ...recorded, kind: 'recovery' })
    }
  }

  #removeFactor(id: string): void {
    this.factors.delete(id)
    const isLast = ![...this.factors.values()].some(({ kind }) => secondFactorKinds.includes(kind))
    if (isLast) this.#removeKinds('recovery')
  }

  #removeKinds(...kinds: CredentialKind[]): void {
    for (const [id, { kind }] of this.factors) if (kinds.includes(kind)) this.factors.delete(id)
  }

  #changeRole({ parameters }: UserEvent): void {
    this.account.role = String(parseParameters(parameters).parameters['role'])
    this.account.version++
    this.views.clear()
  }

  #changeStatus({ action, at, actor_id, parameters }: UserEvent, status: UserStatus): void {
    this.account.status = status
    this.account.version++
    this.views.clear()
    if (action === 'user.suspended') this.endings.push({ at, reason: 'suspended' })
    if (action !== 'user.approved') return
    const { role } = parseParameters(parameters).parameters
    Object.assign(this.account, { role, approved_by: actor_id, approved_at: at })
  }
}

const loginKey = (at: number, ip: string): string => `${at} ${ip}`

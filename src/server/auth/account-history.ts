import { parseParameters } from '#server/events/events.ts'
import type { EventsTable } from '#server/db/schema/events.ts'
import type { UsersTable } from '#server/db/schema/staff.ts'
import type { UserStatus } from '#shared/staff/user-status.ts'

type UserEvent = Pick<EventsTable, 'at' | 'actor_id' | 'object_label' | 'parameters' | 'ip'> & { action: string }

/** The columns of an account that follow from its events. */
type RecordedAccount = Partial<
  Pick<UsersTable, 'name' | 'role' | 'status' | 'created_at' | 'approved_by' | 'approved_at'>
> & { version: number }

const statusAfter: Readonly<Record<string, UserStatus>> = {
  'user.approved': 'active',
  'user.rejected': 'archived',
  'user.reopened': 'pending',
  'user.suspended': 'suspended',
  'user.restored': 'active',
}

/** What the events of one account say about it. */
export class AccountHistory {
  readonly account: RecordedAccount = { version: 1 }
  /** How many events created it: one. */
  creations = 0
  credentialDigest: string | undefined
  lastLoginAt: number | undefined
  /** Times of suspension, the oldest first. */
  readonly suspensions: number[] = []
  /** Logins that no session was found for, by time and IP. */
  readonly #logins = new Map<string, number>()

  /** Adds the next event in the order in which they happened. */
  add(event: UserEvent): void {
    const { action, at } = event
    const changedStatus = statusAfter[action]
    if (action === 'user.registered' || action === 'user.added') this.#create(event)
    else if (changedStatus) this.#changeStatus(event, changedStatus)
    else if (action === 'user.logged_in') {
      this.lastLoginAt = at
      const key = loginKey(at, event.ip)
      this.#logins.set(key, (this.#logins.get(key) ?? 0) + 1)
    }
  }

  /** Whether there is a login at this time from this IP that belongs to no other session. */
  takeLogin(at: number, ip: string): boolean {
    const key = loginKey(at, ip)
    const left = this.#logins.get(key) ?? 0
    this.#logins.set(key, left - 1)
    return left > 0
  }

  #create({ at, object_label, parameters }: UserEvent): void {
    const { role, credentialDigest } = parseParameters(parameters).parameters
    this.creations++
    this.credentialDigest = credentialDigest === undefined ? undefined : String(credentialDigest)
    Object.assign(this.account, {
      name: object_label,
      role: role === undefined ? null : String(role),
      status: role === undefined ? 'pending' : 'active',
      created_at: at,
      approved_by: null,
      approved_at: role === undefined ? null : at,
    } satisfies Partial<RecordedAccount>)
  }

  #changeStatus({ action, at, actor_id, parameters }: UserEvent, status: UserStatus): void {
    this.account.status = status
    this.account.version++
    if (action === 'user.suspended') this.suspensions.push(at)
    if (action !== 'user.approved') return
    const { role } = parseParameters(parameters).parameters
    Object.assign(this.account, { role, approved_by: actor_id, approved_at: at })
  }
}

const loginKey = (at: number, ip: string): string => `${at} ${ip}`

import { isKnownDevices, type KnownDevice } from '#server/auth/known-devices.ts'
import { openProviderState, type ProviderState, sealProviderState } from '#server/auth/provider-state.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import type { Kontor, Session } from '#server/context.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { localeCookie } from '#server/http/locale.ts'
import { createSignedTokens, type SignedTokens } from '#server/http/signed-tokens.ts'
import { knownDeviceLifetimeMs, sessionLifetimeMs } from '#shared/constants.ts'
import type { Locale } from '#shared/locales.ts'
import { getCookie, setCookie } from 'hono/cookie'

const returnToLifetimeSeconds = 600
const localeLifetimeSeconds = 365 * 86_400

/** Reads the cookies of requests and writes those of responses. With an https origin, they are `Secure` and have the `__Host-` prefix. */
export class Cookies {
  readonly #kontor: Kontor
  readonly #isSecure: boolean
  readonly #sessionTokens: SignedTokens<SessionClaims>
  readonly #deviceTokens: SignedTokens<DeviceClaims>

  constructor(kontor: Kontor) {
    const secrets = requireSecrets(kontor)
    this.#kontor = kontor
    this.#isSecure = kontor.config.origin.protocol === 'https:'
    this.#sessionTokens = createSignedTokens(secrets, 'kontor session token', isSessionClaims)
    this.#deviceTokens = createSignedTokens(secrets, 'kontor device token', isDeviceClaims)
  }

  /** Whether there is one, valid or not. */
  hasSession(c: AppContext): boolean {
    return this.#read(c, 'kontor') !== undefined
  }

  /** The id of the session; `undefined` if there is no valid cookie. */
  async readSessionId(c: AppContext): Promise<string | undefined> {
    const token = this.#read(c, 'kontor')
    return token ? (await this.#sessionTokens.verify(token, this.#kontor.now()))?.sid : undefined
  }

  async writeSession(c: AppContext, { id, loggedInAt }: Session): Promise<void> {
    this.#write(c, 'kontor', await this.#sessionTokens.issue({ sid: id }, loggedInAt, sessionLifetimeMs))
  }

  deleteSession(c: AppContext): void {
    if (this.hasSession(c)) this.#write(c, 'kontor', '', 0)
  }

  async readKnownDevices(c: AppContext): Promise<readonly KnownDevice[]> {
    const token = this.#read(c, 'kontor_device')
    return (token && (await this.#deviceTokens.verify(token, this.#kontor.now()))?.devices) || []
  }

  async writeKnownDevices(c: AppContext, devices: readonly KnownDevice[]): Promise<void> {
    const token = await this.#deviceTokens.issue({ devices }, this.#kontor.now(), knownDeviceLifetimeMs)
    this.#write(c, 'kontor_device', token, knownDeviceLifetimeMs / 1000)
  }

  readProviderState(c: AppContext): ProviderState | undefined {
    const token = this.#kontor.config.oidc && this.#read(c, 'kontor_provider')
    return token === undefined ? undefined : openProviderState(this.#kontor, token)
  }

  writeProviderState(c: AppContext, state: ProviderState): void {
    this.#write(c, 'kontor_provider', sealProviderState(this.#kontor, state), sessionLifetimeMs / 1000)
  }

  /** Where to go after the login, as it was sent; `undefined` without the cookie. */
  readReturnTo(c: AppContext): string | undefined {
    return this.#read(c, 'kontor_place')
  }

  /** `undefined` deletes the cookie. */
  writeReturnTo(c: AppContext, returnTo: string | undefined): void {
    if (returnTo !== undefined) this.#write(c, 'kontor_place', returnTo, returnToLifetimeSeconds)
    else if (this.readReturnTo(c) !== undefined) this.#write(c, 'kontor_place', '', 0)
  }

  writeLocale(c: AppContext, locale: Locale): void {
    this.#set(c, localeCookie, locale, localeLifetimeSeconds)
  }

  #read(c: AppContext, name: string): string | undefined {
    return getCookie(c, this.#prefixed(name))
  }

  #write(c: AppContext, name: string, value: string, maxAge?: number): void {
    this.#set(c, this.#prefixed(name), value, maxAge)
  }

  /** With this prefix, browsers do not let other hosts or plain HTTP connections set the cookie. */
  #prefixed(name: string): string {
    return this.#isSecure ? `__Host-${name}` : name
  }

  #set(c: AppContext, name: string, value: string, maxAge: number | undefined): void {
    const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: this.#isSecure } as const
    setCookie(c, name, value, { ...attributes, ...(maxAge !== undefined && { maxAge }) })
  }
}

interface SessionClaims {
  sid: string
}

const isSessionClaims = ({ sid }: Record<string, unknown>): boolean => typeof sid === 'string' && sid !== ''

interface DeviceClaims {
  devices: readonly KnownDevice[]
}

const isDeviceClaims = ({ devices }: Record<string, unknown>): boolean => isKnownDevices(devices)

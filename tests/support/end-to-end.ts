import type { Role } from '#shared/permissions.ts'
import { addUser, serveKontor, type ServingKontor, type Staff, type Surroundings } from '#tests/support/binary.ts'
import { browser } from '#tests/support/browser.ts'
import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'

/** The binary and a browser for the tests of one file. */
export interface EndToEnd {
  readonly kontor: ServingKontor
  /** A new window, of a visitor or of somebody with an account of `role`, who is logged in. */
  open(path: string, options?: WindowOptions): Promise<Page>
  /** A request with the session of `role`, or nobody's; follows no redirect. */
  fetch(path: string, init?: RequestInit, role?: Role): Promise<Response>
  /** The account behind `role`. */
  staff(role: Role): Promise<Staff>
  /** Complaints of the browser that this test provokes on purpose. */
  expectComplaint(pattern: RegExp): void
}

export interface WindowOptions extends BrowserContextOptions {
  role?: Role
}

/** Starts the binary for the tests of this file. After each test its windows are closed, and whatever a page complained of fails it. */
export function endToEnd(surroundings?: Surroundings): EndToEnd {
  let kontor: ServingKontor | undefined
  const accounts = new Map<Role, Promise<Staff>>()
  const cookies = new Map<Role, Promise<string>>()
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const expected: RegExp[] = []

  beforeAll(async () => {
    kontor = await serveKontor(surroundings)
  })
  afterAll(async () => {
    await kontor?.stop()
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) {
      // What a page complained of just now arrives before the answer to this.
      for (const page of context.pages()) await page.evaluate('0').catch(() => 'on its way to another page')
      await context.close()
    }
    const { exitCode, signalCode } = running().child
    if (exitCode !== null || signalCode !== null)
      complaints.push(`The program ended with ${exitCode ?? signalCode}: ${running().output().slice(-2000)}`)
    const patterns = expected.splice(0)
    expect(complaints.splice(0).filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([])
  })

  const running = (): ServingKontor => {
    if (!kontor) throw new Error('The binary runs in tests only.')
    return kontor
  }
  const staff = (role: Role): Promise<Staff> =>
    accounts.getOrInsertComputed(role, () => addUser(running().settings, role))
  const cookieOf = (role: Role): Promise<string> =>
    cookies.getOrInsertComputed(role, async () => logIn(running().origin, await staff(role)))

  return {
    get kontor() {
      return running()
    },
    staff,
    expectComplaint: (pattern) => void expected.push(pattern),
    fetch: async (path, init = {}, role) => {
      const headers = new Headers(init.headers)
      if (role) headers.set('cookie', await cookieOf(role))
      return fetch(running().origin + path, { redirect: 'manual', ...init, headers })
    },
    open: async (path, { role, ...options } = {}) => {
      const context = await (await browser()).newContext({ locale: 'en-GB', timezoneId: 'Asia/Shanghai', ...options })
      contexts.push(context)
      if (role) await context.addCookies([sessionCookie(running().origin, await cookieOf(role))])
      const page = await context.newPage()
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(running().origin + path)
      return page
    },
  }
}

/** `name=value` of a new session. */
async function logIn(origin: string, { email, password }: Staff): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (response.status !== 200 || !cookie)
    throw new Error(`log-in of ${email}: ${response.status} ${await response.text()}`)
  return cookie
}

function sessionCookie(origin: string, cookie: string): { name: string; value: string; url: string } {
  const [name = '', ...value] = cookie.split('=')
  return { name, value: value.join('='), url: origin }
}

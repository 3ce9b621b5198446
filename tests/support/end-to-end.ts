import type { BuiltInRole } from '#shared/permissions.ts'
import {
  addUser,
  startKontor,
  setUpBinary,
  type KontorProcess,
  type StaffAccount,
  type BinaryOptions,
} from '#tests/support/binary.ts'
import { getBrowser } from '#tests/support/browser.ts'
import { goTo } from '#tests/support/hydration.ts'
import { hangMs } from '#tests/support/timeouts.ts'
import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'

/** The binary and a browser for the tests of one file. Pages draw no transitions, each frame of which costs as much as the page at rest. */
export interface EndToEnd {
  readonly server: KontorProcess
  /** A hydrated page in a new browser context, logged in as a user with `role` if one is given. */
  open(path: string, options?: PageOptions): Promise<Page>
  /**
   * Like `open`, for half of its CPU time: on a page that the tests of this file share, with a session, size, storage, routes and request
   * listeners of its own. For tests that install no clock and emulate no media.
   */
  openShared(path: string, options?: PageOptions): Promise<Page>
  /** A request with the session of `role`, or without one; does not follow redirects. */
  fetch(path: string, init?: RequestInit, role?: BuiltInRole): Promise<Response>
  /** The account that `role` logs in with. */
  getAccount(role: BuiltInRole): Promise<StaffAccount>
  /** Allows console messages that this test provokes on purpose. */
  expectConsoleError(pattern: RegExp): void
}

export interface PageOptions extends BrowserContextOptions {
  role?: BuiltInRole
}

/** Starts the binary for the tests of this file. After each test its pages are closed; unexpected console messages and crashes fail it. */
export function endToEnd(binaryOptions?: BinaryOptions): EndToEnd {
  let server: KontorProcess | undefined
  const accounts = new Map<BuiltInRole, Promise<StaffAccount>>()
  const cookies = new Map<BuiltInRole, Promise<string>>()
  const contexts: BrowserContext[] = []
  /** By their options, and how many of the same options the test has before. */
  const sharedPages = new Map<string, Promise<Page>>()
  const usedSharedPages = new Set<string>()
  const consoleErrors: string[] = []
  const expectedErrors: RegExp[] = []

  setUpBinary()
  beforeAll(
    async () => {
      // The first file of a run may have to download the browser.
      await getBrowser()
      server = await startKontor(binaryOptions)
    },
    { timeout: Infinity },
  )
  afterAll(async () => {
    for (const page of sharedPages.values()) await (await page).context().close()
    await server?.stop()
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) {
      // The answer arrives after the console messages that are still on their way.
      for (const page of context.pages()) await page.evaluate('0').catch(() => 'the page is navigating')
      await context.close()
    }
    for (const key of usedSharedPages) {
      const page = await sharedPages.get(key)
      if (page) await leavePage(page, getServer().origin)
    }
    usedSharedPages.clear()
    const { exitCode, signalCode } = getServer().child
    if (exitCode !== null || signalCode !== null)
      consoleErrors.push(`The server ended with ${exitCode ?? signalCode}: ${getServer().output().slice(-2000)}`)
    const patterns = expectedErrors.splice(0)
    expect(consoleErrors.splice(0).filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([])
  })

  const getServer = (): KontorProcess => {
    if (!server) throw new Error('The server runs in tests only.')
    return server
  }
  const getAccount = (role: BuiltInRole): Promise<StaffAccount> =>
    accounts.getOrInsertComputed(role, () => addUser(getServer().settings, role))
  const getSessionCookie = (role: BuiltInRole): Promise<string> =>
    cookies.getOrInsertComputed(role, async () => logIn(getServer().origin, await getAccount(role)))

  const createPage = async (options: BrowserContextOptions): Promise<Page> => {
    const browser = await getBrowser()
    const defaults = { locale: 'en-GB', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const
    const context = await browser.newContext({ ...defaults, ...options })
    context.setDefaultTimeout(hangMs / 2)
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        consoleErrors.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    await slowDown(page)
    return page
  }
  const logInPage = async (page: Page, role?: BuiltInRole): Promise<void> => {
    if (role) await page.context().addCookies([sessionCookie(getServer().origin, await getSessionCookie(role))])
  }

  const open = async (path: string, { role, ...options }: PageOptions = {}): Promise<Page> => {
    const page = await createPage(options)
    contexts.push(page.context())
    await logInPage(page, role)
    return goTo(page, getServer().origin + path)
  }

  return {
    get server() {
      return getServer()
    },
    getAccount,
    expectConsoleError: (pattern) => void expectedErrors.push(pattern),
    fetch: async (path, init = {}, role) => {
      const headers = new Headers(init.headers)
      if (role) headers.set('cookie', await getSessionCookie(role))
      return fetch(getServer().origin + path, { redirect: 'manual', ...init, headers })
    },
    open,
    openShared: async (path, { role, viewport, ...options } = {}) => {
      let count = 0
      while (usedSharedPages.has(JSON.stringify([options, count]))) count++
      const key = JSON.stringify([options, count])
      usedSharedPages.add(key)
      const page = await sharedPages.getOrInsertComputed(key, () => createPage(options))
      await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
      await page.context().clearCookies()
      await logInPage(page, role)
      return goTo(page, getServer().origin + path)
    },
  }
}

/** As on a slow machine, with `TEST_CPU_SLOWDOWN=4`: tests that do not wait for what they need fail. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['TEST_CPU_SLOWDOWN'] ?? 1)
  if (rate > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
}

/** Ends what the page does and forgets what it stored, in the renderer that the next page of this origin uses, too. */
async function leavePage(page: Page, origin: string): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  // The answer arrives after the console messages that are still on their way.
  await page.evaluate('0').catch(() => 'the page is navigating')
  await page.context().setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.removeAllListeners('request')
  await page.goto(`${origin}/healthz`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // Where it was, it would hover over something on the next page.
  await page.mouse.move(-1, -1)
}

/** `name=value` of a new session. */
async function logIn(origin: string, { email, password }: StaffAccount): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (response.status !== 200 || !cookie)
    throw new Error(`login of ${email}: ${response.status} ${await response.text()}`)
  return cookie
}

function sessionCookie(origin: string, cookie: string): { name: string; value: string; url: string } {
  const [name = '', ...value] = cookie.split('=')
  return { name, value: value.join('='), url: origin }
}

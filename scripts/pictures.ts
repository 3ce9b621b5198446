/** `npm run pictures`: takes the screenshots of the README from the demo shop of the built binary. */
import { getBrowser } from '#tests/support/browser.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'

const root = join(import.meta.dir, '..')
const outputFolder = join(root, 'docs/pictures')

await Bun.spawn([process.execPath, join(root, 'src/server/build/build.ts'), '--if-changed'], { stdout: 'inherit' })
  .exited
const folder = mkdtempSync(join(tmpdir(), 'kontor-pictures-'))
const port = String(findFreePort())
const origin = `http://localhost:${port}`
const child = Bun.spawn([join(root, 'dist/kontor'), 'serve', '--demo'], {
  env: { PATH: process.env['PATH'] ?? '', PORT: port, KONTOR_DATA: folder, KONTOR_TIMEZONE: 'Asia/Shanghai' },
  cwd: folder,
  stdout: 'pipe',
})
try {
  const credentials = await readDemoCredentials(child.stdout)
  const context = await (await getBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await context.request.post(`${origin}/api/auth/login`, { data: credentials, headers: { origin } })
  mkdirSync(outputFolder, { recursive: true })
  const page = await context.newPage()
  await takeScreenshot(page, '/', 'home')
  const toShip = await findUrl(page, '/orders', page.getByRole('link', { name: /^To ship/ }))
  const partlyShipped = page.getByRole('row', { name: /Partly shipped/ }).getByRole('link')
  await takeScreenshot(page, await findUrl(page, toShip, partlyShipped), 'orders')
  const returned = '/orders?fulfillment=partially_returned&payment=paid'
  const { searchParams } = new URL(await findUrl(page, returned, page.locator('tbody a[href*="order="]')))
  await takeScreenshot(page, `/orders?order=${searchParams.get('order')}&action=refund`, 'refund', fillRefund)
  await takeScreenshot(page, await findUrl(page, '/finance', page.locator('tbody a[href*="entry="]').nth(2)), 'finance')
  await takeScreenshot(page, '/users', 'users')
  await context.request.put(`${origin}/api/account/locale`, { data: { locale: 'zh' }, headers: { origin } })
  const newest = page.locator('tbody a[href*="order="]')
  await takeScreenshot(page, await findUrl(page, '/orders', newest), 'orders-zh', darken)
  await context.close()
} finally {
  child.kill()
  await child.exited
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

/** Reads the email and password that `serve --demo` prints. */
async function readDemoCredentials(
  output: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<{ email: string; password: string }> {
  let text = ''
  for await (const part of output.pipeThrough(new TextDecoderStream())) {
    text += part
    const match = /Log in as (\S+) with the password (\S+)/.exec(text)
    if (match && text.includes('Kontor is ready')) return { email: match[1] ?? '', password: match[2] ?? '' }
  }
  throw new Error(`The output contains no login:\n${text}`)
}

/** Where the first of these links leads that are on the page of a URL. */
async function findUrl(page: Page, url: string, links: Locator): Promise<string> {
  await page.goto(new URL(url, origin).href)
  return new URL((await links.first().getAttribute('href')) ?? url, page.url()).href
}

async function fillRefund(page: Page): Promise<void> {
  await page.getByRole('spinbutton').last().fill('2')
  await page.getByLabel('Reason').fill('Both pitchers arrived with scratches')
}

async function darken(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.classList.replace('light', 'dark'))
}

async function takeScreenshot(
  page: Page,
  url: string,
  name: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(new URL(url, origin).href, { waitUntil: 'networkidle' })
  await prepare?.(page)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(outputFolder, `${name}.png`), animations: 'disabled' })
}

/** `npm run pictures`: takes the screenshots of the README from the demo shop of the built binary. */
import { getBrowser } from '#tests/support/browser.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'

const root = join(import.meta.dir, '..')
const outputFolder = join(root, 'docs/pictures')

await Bun.spawn([process.execPath, join(root, 'src/server/build.ts'), '--if-changed'], { stdout: 'inherit' }).exited
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
  await takeScreenshot(page, await findRowUrl(page, '/orders', 'order'), 'orders')
  await takeScreenshot(page, await findRowUrl(page, '/finance', 'entry'), 'finance')
  await takeScreenshot(page, '/users', 'users')
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

/** The URL of a list with its third row open in the panel. */
async function findRowUrl(page: Page, path: string, parameter: string): Promise<string> {
  await page.goto(origin + path)
  const links = page.locator(`tbody a[href*="${parameter}="]`)
  return new URL((await links.nth(2).getAttribute('href')) ?? path, page.url()).href
}

async function takeScreenshot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(new URL(path, origin).href, { waitUntil: 'networkidle' })
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(outputFolder, `${name}.png`) })
}

import { canRun, installDebianPackages } from '#tests/support/debian-packages.ts'
import { chromium } from 'playwright'

/** Chromium without windows: it takes a third less CPU than the browser. */
const headlessShell = 'chromium-headless-shell'
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * The path of a working Chromium: `CHROMIUM_PATH`, else the headless shell, as Debian's package if root can install it, else a browser on the
 * PATH, else Playwright's own. Throws an error with one sentence if there is none.
 */
export async function findChromium(): Promise<string> {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath && (await canRun([configuredPath, '--version']))) return configuredPath
  if (configuredPath) throw new Error(`CHROMIUM_PATH names ${configuredPath}, which does not run.`)
  const path =
    (await findOnPath([headlessShell])) ??
    (await findInstalled()) ??
    (await findOnPath(browsers)) ??
    (await findPlaywrightChromium())
  if (path) return path
  throw new Error(
    'The browser tests need Chromium: set CHROMIUM_PATH, or put it on the PATH; neither the package of Debian nor that of Playwright could be installed.',
  )
}

const findInstalled = async (): Promise<string | undefined> =>
  (await installDebianPackage()) ? findOnPath([headlessShell]) : undefined

async function findOnPath(commands: readonly string[]): Promise<string | undefined> {
  for (const command of commands) {
    const path = Bun.which(command)
    if (path && (await canRun([path, '--version']))) return path
  }
  return undefined
}

/** With a Chinese font: without it, Chinese text renders as boxes. */
const installDebianPackage = (): Promise<boolean> =>
  installDebianPackages('Chromium', [headlessShell, 'fonts-liberation', 'fonts-noto-cjk'])

async function findPlaywrightChromium(): Promise<string | undefined> {
  const path = chromium.executablePath()
  if (await canRun([path, '--version'])) return path
  console.error('Installing the Chromium of Playwright …')
  const cli = Bun.resolveSync('playwright/cli.js', import.meta.dir)
  await canRun([process.execPath, cli, 'install', 'chromium'])
  return (await canRun([path, '--version'])) ? path : undefined
}

import { chromium } from 'playwright'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * The path of a working Chromium: `CHROMIUM_PATH`, else one on the PATH, else Debian's package if root can install it, else
 * Playwright's own. Throws an error with one sentence if there is none.
 */
export async function findChromium(): Promise<string> {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath && (await canRun([configuredPath, '--version']))) return configuredPath
  if (configuredPath) throw new Error(`CHROMIUM_PATH names ${configuredPath}, which does not run.`)
  const found = (await findOnPath()) ?? ((await installDebianPackage()) ? await findOnPath() : undefined)
  const path = found ?? (await findPlaywrightChromium())
  if (path) return path
  throw new Error(
    'The browser tests need Chromium: set CHROMIUM_PATH, or put it on the PATH; neither the package of Debian nor that of Playwright could be installed.',
  )
}

async function findOnPath(): Promise<string | undefined> {
  for (const command of commands) {
    const path = Bun.which(command)
    if (path && (await canRun([path, '--version']))) return path
  }
  return undefined
}

async function installDebianPackage(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return false
  console.error('Installing Chromium …')
  // Installs a Chinese font too: without it, Chinese text renders as boxes.
  const packages = ['chromium', 'fonts-liberation', 'fonts-noto-cjk']
  return (
    (await canRun(['apt-get', 'update'])) &&
    (await canRun(['apt-get', 'install', '-y', '--no-install-recommends', ...packages]))
  )
}

async function findPlaywrightChromium(): Promise<string | undefined> {
  const path = chromium.executablePath()
  if (await canRun([path, '--version'])) return path
  console.error('Installing the Chromium of Playwright …')
  const cli = Bun.resolveSync('playwright/cli.js', import.meta.dir)
  await canRun([process.execPath, cli, 'install', 'chromium'])
  return (await canRun([path, '--version'])) ? path : undefined
}

async function canRun(command: string[]): Promise<boolean> {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return (await Bun.spawn(command, { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).exited) === 0
  } catch {
    return false
  }
}

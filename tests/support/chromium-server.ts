/** The browser of the end-to-end tests as a test service. */
import { findChromium } from '#tests/support/chromium.ts'
import { serveUntilStopped } from '#tests/support/test-service.ts'
import { chromium } from 'playwright'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Browser windows have an address bar that loads two pages of its own, and a renderer in reserve: half of what opening a page costs. */
const unusedFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']
/** Those that Playwright disables itself; Chromium knows only the last list that it is given. */
const playwrightDisabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

// Chromium writes crash reports and caches into the home folder regardless of its profile, so it gets its own.
const home = mkdtempSync(join(tmpdir(), 'kontor-chromium-'))
try {
  const server = await chromium.launchServer({
    executablePath: await findChromium(),
    // The sandbox works neither for root nor in most containers; the other flags disable background requests.
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-quic',
      '--enable-features=NetworkServiceInProcess2',
      // A page lives for a second or two: compiling its functions once more takes longer than it saves, as does collecting garbage in threads.
      '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      `--disable-features=${[...unusedFeatures, ...playwrightDisabledFeatures].join()}`,
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
  })
  await serveUntilStopped(server.wsEndpoint())
  await server.close()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

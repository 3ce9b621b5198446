import {
  type ClickTiming,
  type LoadTiming,
  openContext,
  timeClicks,
  timeLoad,
  waitForHydration,
} from './page-timing.ts'
import { createBook } from '../book.ts'
import { type Bench, median, printTable } from '../measurement.ts'
import { createBrowserBaseline, createKontorServer, logIn, type RunningServer, startServer } from '../servers.ts'
import { getBrowser } from '#tests/support/browser.ts'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** The page shows 50 of them; how many there are makes no difference to the browser. */
const storedOrders = 10_000
const rounds = 5
const clicksPerLink = 3
/** The page loads the script of the panel by itself after two seconds. */
const panelScriptDelayMs = 3000
const filters = ['Unpaid', 'All'] as const

/**
 * What a user waits for on `/orders`: its first load in the slow profile, a click on a filter and, in Kontor, one that opens the panel of an
 * order, both without throttling. Kontor and the baseline take turns; medians.
 */
export async function measureBrowser(bench: Bench): Promise<void> {
  const folder = await createBook(join(bench.folder, 'browser'), storedOrders)
  await using kontor = await startServer(createKontorServer(folder))
  await using baseline = await startServer(createBrowserBaseline(folder))
  const sites = [
    { server: kontor, cookie: await logIn(kontor.origin), loads: [] as LoadTiming[], clicks: [] as ClickTiming[] },
    { server: baseline, cookie: '', loads: [] as LoadTiming[], clicks: [] as ClickTiming[] },
  ]
  for (const { server, cookie } of sites) await warmUp(server, cookie)
  const browser = await getBrowser()
  const panels: ClickTiming[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const { server, cookie, loads, clicks } of sites) {
      await using context = await openContext(browser, server.origin, cookie)
      loads.push(await timeLoad(context, `${server.origin}/orders`))
      const page = await context.newPage()
      await page.goto(`${server.origin}/orders`)
      await waitForHydration(page)
      clicks.push(await timeClicks(page, filters, 'tbody', clicksPerLink))
      if (server === kontor) panels.push(await timePanel(page))
    }
  printTable(
    ['', ...sites.map(({ server }) => server.name)],
    rows.map(([label, read]) => [label, ...sites.map((site) => read(site))]),
  )
  const [painted, script, rendering] = (['paintedMs', 'scriptMs', 'renderingMs'] as const).map((key) =>
    milliseconds(median(panels.map((panel) => panel[key]))),
  )
  console.log(
    `From the click on an order to its painted panel: ${painted} (target: at most 50 ms), of it script ${script}, style and layout ${rendering}`,
  )
}

/** Opens the panels of two orders in turn, after the idle time in which their script is loaded. */
async function timePanel(page: Page): Promise<ClickTiming> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(panelScriptDelayMs)
  const numbers = (await page.locator('tbody').getByRole('link').allInnerTexts()).slice(0, 2)
  return timeClicks(page, numbers, '.panel h2', clicksPerLink)
}

type Site = { loads: readonly LoadTiming[]; clicks: readonly ClickTiming[] }

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
const milliseconds = (ms: number): string => `${ms.toFixed(0)} ms`
const ofLoads =
  (key: keyof LoadTiming, format: (value: number) => string) =>
  ({ loads }: Site): string =>
    format(median(loads.map((load) => load[key])))
const ofClicks =
  (key: keyof ClickTiming) =>
  ({ clicks }: Site): string =>
    milliseconds(median(clicks.map((click) => click[key])))

const rows: [string, (site: Site) => string][] = [
  ['requests', ofLoads('requests', String)],
  ['document', ofLoads('documentBytes', kilobytes)],
  ['scripts', ofLoads('scriptBytes', kilobytes)],
  ['styles', ofLoads('styleBytes', kilobytes)],
  ['largest paint, slow', ofLoads('largestPaintMs', milliseconds)],
  ['hydrated, slow', ofLoads('hydratedMs', milliseconds)],
  ['filter click to painted rows', ofClicks('paintedMs')],
  ['  of it script', ofClicks('scriptMs')],
  ['  of it style and layout', ofClicks('renderingMs')],
]

/** The first requests run code that is not compiled yet. */
async function warmUp({ origin }: RunningServer, cookie: string): Promise<void> {
  for (let request = 0; request < 50; request += 1)
    await (await fetch(`${origin}/orders`, { headers: { cookie } })).text()
}

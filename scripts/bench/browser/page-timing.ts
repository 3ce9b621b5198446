import { median } from '../measurement.ts'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

/** The slow profile: a phone or an old computer on a slow line. */
const slowProfile = { cpuSlowdown: 4, latencyMs: 60, bytesPerSecond: 9_000_000 / 8 }

/** How a page loads with an empty cache, in the slow profile. */
export interface LoadTiming {
  /** Requests sent before the page was hydrated, with the document and the icon. */
  requests: number
  /** Bytes as they came over the network, compressed. */
  documentBytes: number
  scriptBytes: number
  styleBytes: number
  /** Milliseconds from the navigation to the largest paint. */
  largestPaintMs: number
  /** Milliseconds from the navigation to the mark `hydrated`. */
  hydratedMs: number
}

/** How long people hold the mouse button before they release it, which is the click. */
const pressMs = 80

/** One click on a link without throttling, in milliseconds. */
export interface ClickTiming {
  /** From the click to the frame after the one that shows what has changed. */
  paintedMs: number
  scriptMs: number
  /** Style and layout. */
  renderingMs: number
}

/** A context that is logged in with a `Cookie` header. */
export async function openContext(browser: Browser, origin: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const separator = cookie.indexOf('=')
  if (cookie)
    await context.addCookies([{ name: cookie.slice(0, separator), value: cookie.slice(separator + 1), url: origin }])
  return context
}

/** Loads a URL with an empty cache in the slow profile. */
export async function timeLoad(context: BrowserContext, url: string): Promise<LoadTiming> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await slowDown(cdp)
  const transfers = await recordTransfers(cdp)
  await page.goto(url, { waitUntil: 'networkidle' })
  await waitForHydration(page)
  const { requests, largestPaintMs, hydratedMs } = await page.evaluate(async () => {
    const paints = await new Promise<PerformanceEntryList>((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      }),
    )
    const hydratedAt = performance.getEntriesByName('hydrated')[0]?.startTime ?? 0
    const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < hydratedAt)
    return {
      requests: 1 + resources.length,
      largestPaintMs: paints.at(-1)?.startTime ?? 0,
      hydratedMs: hydratedAt,
    }
  })
  await page.close()
  const sumBytes = (type: string): number =>
    [...transfers.values()].filter((each) => each.type === type).reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    requests,
    documentBytes: sumBytes('Document'),
    scriptBytes: sumBytes('Script'),
    styleBytes: sumBytes('Stylesheet'),
    largestPaintMs,
    hydratedMs,
  }
}

/** Waits for the mark that both sites set when they are hydrated. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)

async function slowDown(cdp: CDPSession): Promise<void> {
  const { cpuSlowdown, latencyMs, bytesPerSecond } = slowProfile
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

async function recordTransfers(cdp: CDPSession): Promise<Map<string, { type: string; bytes: number }>> {
  const transfers = new Map<string, { type: string; bytes: number }>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    if (!request.url.startsWith('data:')) transfers.set(requestId, { type, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId)
    if (transfer) transfer.bytes = encodedDataLength
  })
  return transfers
}

/**
 * Clicks the links with these names in turn, `rounds` times each, and waits until the text of `changed`, a selector, is another one; returns
 * the medians. The page is open and hydrated.
 */
export async function timeClicks(
  page: Page,
  names: readonly string[],
  changed: string,
  rounds: number,
): Promise<ClickTiming> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const timings: ClickTiming[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      // Playwright looks for the link with scripts in the page, which are not part of the click.
      const position = await locateLink(page, name)
      const before = await readMetrics(cdp)
      const paintedMs = await timeClick(page, position, changed)
      const after = await readMetrics(cdp)
      const spent = (metric: string): number => ((after[metric] ?? 0) - (before[metric] ?? 0)) * 1000
      timings.push({
        paintedMs,
        scriptMs: spent('ScriptDuration'),
        renderingMs: spent('RecalcStyleDuration') + spent('LayoutDuration'),
      })
    }
  const middle = (key: keyof ClickTiming): number => median(timings.map((timing) => timing[key]))
  return { paintedMs: middle('paintedMs'), scriptMs: middle('scriptMs'), renderingMs: middle('renderingMs') }
}

const readMetrics = async (cdp: CDPSession): Promise<Record<string, number>> =>
  Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))

interface Position {
  x: number
  y: number
}

async function locateLink(page: Page, name: string): Promise<Position> {
  const box = await page.getByRole('link', { name }).boundingBox()
  if (!box) throw new Error(`The page shows no link ${name}.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Milliseconds from the click at a position to the frame after the one in which the text of `changed` is another one. */
async function timeClick(page: Page, { x, y }: Position, changed: string): Promise<number> {
  await page.evaluate((selector) => {
    const readText = () => document.querySelector(selector)?.textContent
    const before = readText()
    delete document.body.dataset['paintedMs']
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const clicked = new Promise<number>((resolve) =>
      addEventListener('click', (event) => resolve(event.timeStamp), { capture: true, once: true }),
    )
    const observer = new MutationObserver(async () => {
      if (readText() === before) return
      observer.disconnect()
      await nextFrame()
      await nextFrame()
      document.body.dataset['paintedMs'] = String(performance.now() - (await clicked))
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, changed)
  await page.mouse.click(x, y, { delay: pressMs })
  const painted = await page.waitForFunction(() => document.body.dataset['paintedMs'])
  return Number(await painted.jsonValue())
}

import type { Manifest } from '#server/build/build-info.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const folder = `${import.meta.dir}/../../dist/client/`

describe('the assets', () => {
  const harness = endToEnd()
  const { fetch, open, expectConsoleError } = harness
  let manifest: Manifest
  // After the build.
  beforeAll(async () => {
    manifest = (await Bun.file(`${folder}manifest.json`).json()) as Manifest
    await importOrders(harness, [{ name: '#1', daysAgo: 1, price: '10.00' }])
  })

  /** Without decompression, so that tests see the bytes on the wire. */
  const fetchEncoded = (path: string, encoding: string): Promise<Response> =>
    fetch(path, { headers: { 'accept-encoding': encoding }, decompress: false } as BunFetchRequestInit)

  test('are immutable in the browser cache, because their names change with their content', async () => {
    for (const url of Object.keys(manifest.files)) {
      const response = await fetchEncoded(url, 'identity')
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('are compressed as the browser accepts, and decompress to the same bytes', async () => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [url, asset] of Object.entries(manifest.files)) {
      const plain = Buffer.from(await (await fetchEncoded(url, 'identity')).arrayBuffer())
      expect(plain.equals(Buffer.from(await Bun.file(folder + asset.path).arrayBuffer()))).toBe(true)
      for (const encoding of ['br', 'gzip'] as const) {
        if (!asset[encoding]) continue
        const packed = await fetchEncoded(url, encoding)
        expect(packed.headers.get('content-encoding')).toBe(encoding)
        expect(packed.headers.get('content-type')).toBe(asset.type)
        expect(packed.headers.get('vary')).toContain('Accept-Encoding')
        const bytes = Buffer.from(await packed.arrayBuffer())
        expect(bytes.length).toBeLessThan(plain.length)
        expect(unpack[encoding](bytes).equals(plain)).toBe(true)
      }
    }
  })

  test('are the only files below /_assets', async () => {
    for (const path of [
      '/_assets/manifest.json',
      '/_assets/',
      '/_assets/../kontor.sqlite',
      '/_assets/%2e%2e/server.ts',
    ])
      expect((await fetchEncoded(path, 'identity')).status).not.toBe(200)
  })

  test('stay within the budget of a page', async () => {
    const getGzipSize = async (url: string): Promise<number> =>
      (await (await fetchEncoded(url, 'gzip')).arrayBuffer()).byteLength
    const sum = async (urls: readonly string[]): Promise<number> =>
      (await Promise.all(urls.map(getGzipSize))).reduce((a, b) => a + b, 0)
    const { script, pages, languages, styles } = manifest
    const scripts = [...new Set([script, ...pages.orders, ...languages.en])]
    // The page also requests its document and the icon, and one file of styles.
    expect(scripts.length).toBeLessThanOrEqual(5)
    expect(await sum(scripts)).toBeLessThan(110_000)
    expect(await sum([styles.initial])).toBeLessThan(12_000)
  })

  test('have styles without the alternatives to :is() for old browsers, which outweigh other rules', async () => {
    for (const url of [manifest.styles.initial, manifest.styles.deferred])
      expect(await (await fetchEncoded(url, 'identity')).text()).not.toMatch(/:-(webkit|moz)-any\(/)
  })

  test('of the first paint alone style the list of orders', async () => {
    expectConsoleError(/ERR_FAILED|^Event$/)
    const page = await open('/users', { role: 'owner', viewport: { width: 1440, height: 900 } })
    await page.route(`**${manifest.styles.deferred}`, (route) => route.abort())
    await goTo(page, '/orders?status=open&q=nothing')
    const readStyles = () =>
      page.evaluate(() =>
        [...document.body.querySelectorAll('*')]
          .filter((element) => element.checkVisibility())
          .map(
            (element) =>
              `${element.outerHTML.slice(0, 80)} ${[...getComputedStyle(element)].map((name) => (name.startsWith('--') ? '' : getComputedStyle(element).getPropertyValue(name))).join()}`,
          ),
      )
    // Its code loads after the page.
    await page.locator('header [role=status]').first().waitFor({ state: 'attached' })
    const firstStyles = await readStyles()
    await page.unroute(`**${manifest.styles.deferred}`)
    await page.addStyleTag({ url: manifest.styles.deferred })
    expect(firstStyles.length).toBeGreaterThan(50)
    expect(await readStyles()).toEqual(firstStyles)
  })

  test('style panels, dialogs and the list of customers before they are painted', async () => {
    for (const opened of ['customers=list', 'new=1', 'export=1', 'columns=1', 'jobs=own', 'import=1', 'order=x']) {
      const html = await (await fetch(`/orders?${opened}`, {}, 'owner')).text()
      expect(html.includes(`<link rel="stylesheet" href="${manifest.styles.deferred}" data-precedence`)).toBe(true)
    }
  })

  test('are preloaded by the page that needs them', async () => {
    const html = await (await fetch('/orders', {}, 'owner')).text()
    for (const url of manifest.pages.orders) expect(html).toContain(`<link rel="modulepreload" href="${url}"`)
    expect(html).toContain(manifest.styles.initial)
    expect(html).toContain(`<noscript><link rel="stylesheet" href="${manifest.styles.deferred}"/></noscript>`)
    expect(html).toContain(manifest.script)
    for (const url of manifest.overlays.orders) expect(html).not.toContain(url)
  })

  test('of panels and dialogs are preloaded when one is open, and else load after the page', async () => {
    expect(manifest.overlays.orders.length).toBeGreaterThan(0)
    const html = await (await fetch('/orders?import=1', {}, 'owner')).text()
    for (const url of manifest.overlays.orders) expect(html).toContain(`<link rel="modulepreload" href="${url}"`)
    const page = await open('/orders', { role: 'owner' })
    const loads = manifest.overlays.orders.map((url) =>
      page.waitForResponse((response) => response.url().endsWith(url)),
    )
    await reload(page)
    for (const load of loads) expect((await load).status()).toBe(200)
  })
})

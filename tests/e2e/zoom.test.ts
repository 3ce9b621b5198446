import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

/** A desktop window of 1280 × 1024 zoomed to 400 % and 200 %, as CSS pixels. */
const zoomLevels = [
  { width: 320, height: 256 },
  { width: 640, height: 512 },
]
const devices = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const locales = { en: 'en-GB', zh: 'zh-CN' }

describe('enlarged text', () => {
  const kontor = endToEnd()
  const { open } = kontor
  let userPaths: string[]
  beforeAll(async () => {
    await importOrders(kontor, [
      { name: '1001', daysAgo: 1, price: '1234.50' },
      { name: '1002', daysAgo: 2, price: '20.00', status: 'pending' },
    ])
    const response = await kontor.fetch('/api/orders', {}, 'owner')
    const { rows } = (await response.json()) as { rows: { number: string }[] }
    userPaths = [
      '/',
      '/orders',
      `/orders?order=${rows[0]?.number}`,
      '/orders?import=1',
      '/finance',
      '/finance?entry=1',
      '/users',
    ]
    userPaths.push('/test', '/test?tab=self-check', '/no-such-page')
  })

  /** Fails with the elements that make the page wider than the window, and with the tables that are cut. */
  async function expectNoSidewaysScrolling(page: Page, name: string): Promise<void> {
    const wideElements = await page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return []
      const isWide = (element: Element): boolean => element.getBoundingClientRect().right > innerWidth
      return [...document.querySelectorAll('body *')].filter(isWide).map((element) => element.outerHTML.slice(0, 120))
    })
    const cutTables = await page.locator('table:visible').evaluateAll((tables) => {
      const isCut = (table: Element): boolean => {
        const box = table.parentElement ?? document.body
        return table.clientWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'hidden'
      }
      return tables.filter(isCut).map((table) => table.getAttribute('aria-label'))
    })
    expect([name, ...wideElements, ...cutTables]).toEqual([name])
  }

  /** Fails with the controls whose text leaves their box. */
  async function expectNoCutControls(page: Page, name: string): Promise<void> {
    const cutControls = await page.locator(':is(a, button, input):visible').evaluateAll((elements) => {
      // The box of the content, without the invisible touch targets of pseudo-elements.
      const contentHeight = (element: Element): number => {
        const content = document.createRange()
        content.selectNodeContents(element)
        return element instanceof HTMLInputElement ? element.scrollHeight : content.getBoundingClientRect().height
      }
      // Text can only leave a box that is drawn.
      const hasBox = (element: Element): boolean => {
        const { borderTopWidth, backgroundColor, overflowY } = getComputedStyle(element)
        return borderTopWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)' || overflowY !== 'visible'
      }
      return elements
        .filter(hasBox)
        .filter((element) => element.clientHeight > 1 && contentHeight(element) > element.clientHeight + 1)
        .map((element) => element.outerHTML.slice(0, 200))
    })
    expect([name, ...cutControls]).toEqual([name])
  }

  test('a long name or shop number leaves room for what is beside it', async () => {
    const name = `SHOP-${'1234567890'.repeat(3)}`
    const customerName = 'Wolfeschlegelsteinhausenbergerdorff von und zu Donaudampfschifffahrt'
    await importOrders(kontor, [{ name, daysAgo: 1, price: '99999990.00', customerName }])
    const page = await open('/orders', { role: 'owner', viewport: { width: 1440, height: 900 } })
    await page.getByRole('cell', { name: customerName }).waitFor()
    const head = page.getByRole('columnheader', { name: 'Customer' })
    expect((await head.boundingBox())?.width).toBeGreaterThan(300)
    for (const path of ['/orders', '/finance', '/orders?customers=list'])
      for (const viewport of devices) {
        await page.setViewportSize(viewport)
        await goTo(page, path)
        await expectNoSidewaysScrolling(page, `${path} ${viewport.width}`)
      }
  })

  test('the labels of all bars of a chart are inside a window of 320 pixels', async () => {
    const days = Array.from({ length: 60 }, (_, daysAgo) => daysAgo)
    await importOrders(
      kontor,
      days.map((daysAgo) => ({ name: `${2000 + daysAgo}`, daysAgo, price: '29999.00', currency: 'USD' })),
    )
    const page = await open('/?period=month&currency=USD', { role: 'owner', viewport: { width: 320, height: 640 } })
    const bars = page.getByRole('figure').first().getByRole('list').getByRole('link')
    await bars.first().waitFor()
    await expectNoSidewaysScrolling(page, 'home')
  })

  for (const [locale, languageTag] of Object.entries(locales))
    test(`in ${locale}, no page scrolls sideways at 400 % and 200 %, or with a default font size of 24 px, which enlarges it without cutting labels`, async () => {
      kontor.expectConsoleError(/404 \(Not Found\)/)
      const guest = await open('/login', { locale: languageTag })
      const user = await open('/test', { role: 'owner' })
      const headers = { origin: kontor.server.origin }
      await user.request.put(`${kontor.server.origin}/api/account/locale`, { data: { locale }, headers })
      for (const [page, paths] of [
        [guest, ['/login', '/register']],
        [user, userPaths],
      ] as const) {
        const session = await page.context().newCDPSession(page)
        const setDefaultFontSize = (px: number) =>
          session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
        const readFontSize = () => page.evaluate(() => getComputedStyle(document.body).fontSize)
        for (const path of paths) {
          await goTo(page, path)
          expect([path, (await page.getAttribute('html', 'lang'))?.slice(0, 2)]).toEqual([path, locale])
          await setDefaultFontSize(16)
          expect(await readFontSize()).toBe('14px')
          for (const viewport of zoomLevels) {
            await page.setViewportSize(viewport)
            await expectNoSidewaysScrolling(page, `${path} ${viewport.width}`)
          }
          await setDefaultFontSize(24)
          expect(await readFontSize()).toBe('21px')
          for (const viewport of devices) {
            await page.setViewportSize(viewport)
            await expectNoSidewaysScrolling(page, `${path} ${viewport.width}`)
            await expectNoCutControls(page, `${path} ${viewport.width}`)
          }
        }
      }
    })
})

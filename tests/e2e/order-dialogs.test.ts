import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { waitForHydration } from '#tests/e2e/wait-for-hydration.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

/** Ends a tag, is written from right to left, has parts that cannot be seen and no place to break. The server refuses characters that turn the direction. */
const hostileName = `"><script>alert(1)</script>\u200B אבג 👩‍👩‍👧 ${'W'.repeat(120)}`

const dialog = (page: Page) => page.getByRole('dialog')

describe('the dialogs of an order', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  let number = ''
  let shipmentNumber = ''
  let returnNumber = ''
  const post = async (path: string, body: unknown): Promise<OrderView> => {
    const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
    const response = await kontor.fetch(path, { method: 'POST', body: JSON.stringify(body), headers }, 'operations')
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as OrderView
  }
  beforeAll(async () => {
    // A list that is longer than a window: opening a dialog must not scroll it.
    const others = Array.from({ length: 30 }, (_, index) => ({
      externalId: `other-${index}`,
      currency: 'CNY',
      lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 100 }],
    }))
    await post('/api/orders/batch', { orders: others })
    const order = await post('/api/orders', {
      externalId: '1',
      externalNumber: hostileName.slice(0, 60),
      currency: 'CNY',
      customerName: hostileName,
      shippingAddress: { name: hostileName, line1: hostileName, city: 'Shanghai' },
      lines: [1, 2, 3].map((quantity) => ({ name: hostileName, sku: 'T-1', quantity, unitPriceMinor: 2000 })),
      shippingMinor: 1000,
      payment: { provider: 'Alipay', reference: 'a', capturedMinor: 7000 },
    })
    number = order.number
    const path = `/api/orders/${number}`
    const parcel = { carrier: hostileName.slice(0, 60), trackingNumber: '"><b>1', version: order.version }
    const shipped = await post(`${path}/shipments`, {
      ...parcel,
      lines: order.lines.map(({ id }) => ({ id, quantity: 1 })),
    })
    // The items of one parcel come back, the other one can be cancelled.
    const rest = [{ id: order.lines[2]?.id, quantity: 1 }]
    const second = { ...parcel, version: shipped.version, lines: rest }
    const { lines, shipments, version } = await post(`${path}/shipments`, second)
    shipmentNumber = shipments.find((each) => each.number !== shipped.shipments[0]?.number)?.number ?? ''
    const returned = [{ id: lines[0]?.id, quantity: 1 }]
    const { returns } = await post(`${path}/returns`, {
      reason: hostileName.slice(0, 200),
      lines: returned,
      approved: '1',
      version,
    })
    returnNumber = returns[0]?.number ?? ''
    await post(`${path}/notes`, { text: hostileName })
    await post(`${path}/tags`, { tag: hostileName.slice(2, 30) })
  })

  const urls: Record<string, () => string> = {
    ...Object.fromEntries(
      [
        ...['ship', 'edit', 'refund', 'requestReturn', 'recordPayment', 'hold', 'note', 'attach', 'assign', 'tag'],
        ...['carriers', 'deliverShipment'],
      ].map((action) => [action, () => `/orders?order=${number}&action=${action}`]),
    ),
    correctShipment: () => `/orders?order=${number}&action=correctShipment&document=${shipmentNumber}`,
    cancelShipment: () => `/orders?order=${number}&action=cancelShipment&document=${shipmentNumber}`,
    receiveReturn: () => `/orders?order=${number}&action=receiveReturn&document=${returnNumber}`,
    cancelReturn: () => `/orders?order=${number}&action=cancelReturn&document=${returnNumber}`,
    print: () => `/orders?order=${number}&print=orders`,
    seller: () => `/orders?order=${number}&print=seller`,
    printList: () => '/orders?print=orders',
    newOrder: () => '/orders?new=1',
  }

  for (const [name, toUrl] of Object.entries(urls))
    test(`${name}: is accessible and fits a desktop and a phone, whatever the customer is called`, async () => {
      const page = await waitForHydration(await open(toUrl(), { role: 'owner', ...desktop }))
      // The form to ship is in the panel.
      expect(await dialog(page).count()).toBe(name === 'ship' ? 0 : 1)
      await expectAccessible(page)
      for (const { viewport } of [desktop, phone]) {
        await page.setViewportSize(viewport)
        const overflow = await page.evaluate(() =>
          [...document.querySelectorAll('html, aside, dialog, dialog > *')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ tagName, className }) => `${tagName} ${className}`),
        )
        expect(overflow).toEqual([])
        expect(await page.evaluate(() => scrollY)).toBe(0)
      }
      expect(await page.locator('script:text("alert(1)")').count()).toBe(0)
    })

  test('begin in their first field, and give the focus back to the panel', async () => {
    const page = await waitForHydration(await open(`/orders?order=${number}`, { role: 'owner', ...desktop }))
    for (const [key, title, field] of [
      ['r', /^Refund/, 'Everything that is left'],
      ['n', /^Add a note/, 'Note'],
      ['d', /^Edit/, 'Address'],
      ['a', /^Assign/, 'Assigned to'],
    ] as const) {
      await page.keyboard.press(key)
      const opened = page.getByRole('dialog', { name: title })
      await opened.waitFor()
      const focused = opened.getByLabel(field).and(page.locator(':focus'))
      await focused.waitFor()
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
    }
  })

  test('of the keys lists them, on every page', async () => {
    const page = await waitForHydration(await open('/', { role: 'owner', ...desktop }))
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Edit the shipping address').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search orders' }).and(page.locator(':focus')).waitFor()
  })
})

import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { pressKey } from '#tests/support/hydration.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

/** Ends a tag, is written from right to left, has parts that cannot be seen and no place to break. The server refuses characters that turn the direction. */
const hostileName = `"><script>alert(1)</script>\u200B אבג 👩‍👩‍👧 ${'W'.repeat(120)}`

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const dialog = (page: Page) => page.getByRole('dialog')

describe('the dialogs of an order', () => {
  const kontor = endToEnd()
  const { openShared: open } = kontor
  let number = ''
  let authorizedNumber = ''
  let draftNumber = ''
  let shipmentNumber = ''
  let returnNumber = ''
  let disputeNumber = ''
  const post = async (path: string, body: unknown, role: 'operations' | 'owner' = 'operations'): Promise<OrderView> => {
    const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
    const response = await kontor.fetch(path, { method: 'POST', body: JSON.stringify(body), headers }, role)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as OrderView
  }
  beforeAll(async () => {
    // A list that is longer than a window: opening a dialog must not scroll it.
    const others = Array.from({ length: 20 }, (_, index) => ({
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
    const { returns, version: returnedVersion } = await post(`${path}/returns`, {
      reason: hostileName.slice(0, 200),
      lines: returned,
      approved: '1',
      version,
    })
    returnNumber = returns[0]?.number ?? ''
    const paid = await post(`${path}/payments`, { amount: '5.00', method: 'cash', version: returnedVersion })
    const chargeback = {
      payment: paid.payments[0]?.number,
      amount: '2.00',
      fee: '1.00',
      reason: hostileName.slice(0, 200),
      respondBy: '2030-01-01',
      version: paid.version,
    }
    const disputed = await post(`${path}/disputes`, chargeback, 'owner')
    disputeNumber = disputed.disputes[0]?.number ?? ''
    await post(`${path}/notes`, { text: hostileName })
    const item = { name: hostileName, sku: 'T-1', quantity: 1, unitPriceMinor: 2000 }
    const authorized = {
      externalId: '2',
      currency: 'CNY',
      customerName: hostileName,
      email: 'w@example.com',
      authorizedMinor: 2000,
      lines: [item],
    }
    authorizedNumber = (await post('/api/orders', authorized)).number
    const draft = {
      customerName: hostileName,
      currency: 'CNY',
      lines: [{ name: hostileName, quantity: 1, unitPrice: '20.00' }],
    }
    draftNumber = (await post('/api/orders/drafts', draft)).number
    await post(`${path}/tags`, { tag: hostileName.slice(2, 30) })
  })

  const urls: Record<string, () => string> = {
    ...Object.fromEntries(
      [
        ...['ship', 'edit', 'refund', 'requestReturn', 'recordPayment', 'hold', 'note', 'attach', 'assign', 'tag'],
        ...['carriers', 'deliverShipment'],
      ].map((action) => [action, () => `/orders?order=${number}&action=${action}`]),
    ),
    ...Object.fromEntries(
      ['capture', 'void', 'writeOff', 'cancel', 'eraseCustomer', 'mergeCustomer'].map((action) => [
        action,
        () => `/orders?order=${authorizedNumber}&action=${action}`,
      ]),
    ),
    discard: () => `/orders?order=${draftNumber}&action=discard`,
    earlier: () => `/orders?order=${number}&version=1`,
    correctShipment: () => `/orders?order=${number}&action=correctShipment&document=${shipmentNumber}`,
    cancelShipment: () => `/orders?order=${number}&action=cancelShipment&document=${shipmentNumber}`,
    receiveReturn: () => `/orders?order=${number}&action=receiveReturn&document=${returnNumber}`,
    cancelReturn: () => `/orders?order=${number}&action=cancelReturn&document=${returnNumber}`,
    recordDispute: () => `/orders?order=${number}&action=recordDispute`,
    winDispute: () => `/orders?order=${number}&action=winDispute&document=${disputeNumber}`,
    loseDispute: () => `/orders?order=${number}&action=loseDispute&document=${disputeNumber}`,
    cancelDispute: () => `/orders?order=${number}&action=cancelDispute&document=${disputeNumber}`,
    print: () => `/orders?order=${number}&print=orders`,
    seller: () => `/orders?order=${number}&print=seller`,
    printList: () => '/orders?print=orders',
    newOrder: () => '/orders?new=1',
  }

  /** Without a dialog of their own: the form to ship is in the panel. */
  const inPanel = new Set(['ship', 'earlier'])

  async function expectFits(page: Page): Promise<void> {
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
    await page.setViewportSize(desktop.viewport)
    expect(await page.locator('script:text("alert(1)")').count()).toBe(0)
  }

  test('are part of their document, which needs no script', async () => {
    for (const [name, toUrl] of Object.entries(urls)) {
      const html = await (await kontor.fetch(toUrl(), {}, 'owner')).text()
      expect([name, html.match(/<dialog/g)?.length ?? 0]).toEqual([name, inPanel.has(name) ? 0 : 1])
    }
  })

  // One after another on the same page: a document for each would have to load axe again.
  for (const group of chunk(Object.entries(urls), 8))
    test(`are accessible and fit a desktop and a phone, whatever the customer is called: ${group.map(([name]) => name).join(', ')}`, async () => {
      const page = await open(group[0]?.[1]() ?? '', { role: 'owner', ...desktop })
      for (const [name, toUrl] of group) {
        await page.evaluate(async (url) => void (await navigation.navigate(url).finished), toUrl())
        expect([name, await dialog(page).count()]).toEqual([name, inPanel.has(name) ? 0 : 1])
        await expectFits(page)
      }
    })

  test('of an edit shows what others changed meanwhile, and keeps what was typed', async () => {
    kontor.expectConsoleError(/409 \(Conflict\)/)
    const page = await open(`/orders?order=${draftNumber}&action=edit`, { role: 'owner', ...desktop })
    await dialog(page).getByLabel('Customer note').fill(`mine ${hostileName}`)
    const { version } = (await (await kontor.fetch(`/api/orders/${draftNumber}`, {}, 'owner')).json()) as OrderView
    await post(`/api/orders/${draftNumber}/edits`, { version, note: `theirs ${hostileName}` })
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    const conflict = dialog(page).getByRole('group', { name: 'Customer note' })
    await conflict.getByRole('radio', { name: /mine/ }).and(page.locator(':focus')).waitFor()
    await expectFits(page)
    await conflict.getByRole('radio', { name: /theirs/ }).check()
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('begin in their first field, and give the focus back to the panel', async () => {
    const page = await open(`/orders?order=${number}`, { role: 'owner', ...desktop })
    for (const [key, title, field] of [
      ['r', /^Refund/, 'Full remaining amount'],
      ['n', /^Add a note/, 'Note'],
      ['d', /^Edit/, 'Address'],
      ['a', /^Assign/, 'Assigned to'],
    ] as const) {
      await pressKey(page, key)
      const opened = page.getByRole('dialog', { name: title })
      await opened.waitFor()
      const focused = opened.getByLabel(field).and(page.locator(':focus'))
      await focused.waitFor()
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
    }
  })

  test('of the keys lists them, on every page', async () => {
    const page = await open('/', { role: 'owner', ...desktop })
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

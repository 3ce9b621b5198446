import { type Clerk, createClerk, type Effort } from '#tests/e2e/clerk.ts'
import { getListCount, getOpenOrder } from '#tests/e2e/locators.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo } from '#tests/support/hydration.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const shipButton = (page: Page) => getOpenOrder(page).getByText(/^Ship \d+ items?$/)
const tracking = (page: Page) => getOpenOrder(page).getByLabel('Tracking number')
const action = (page: Page, name: string) => getOpenOrder(page).getByRole('link', { name, exact: true })
const submit = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const quantity = (page: Page, item: string) => page.getByRole('spinbutton', { name: item })
const isShown = (page: Page, text: string | RegExp) => getOpenOrder(page).getByText(text).first().waitFor()
const firstItem = (page: Page) => dialog(page).getByRole('group', { name: 'Item 1' })
const suggestion = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const isAddressFilled = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="shippingAddress[line1]"]')?.value === '1 Long Street',
  )
const menu = (page: Page) => getOpenOrder(page).getByLabel('More actions').first()

interface Job {
  name: string
  /** What the shop says of the order, and what was done with it before. */
  order?: { isUnpaid?: boolean; isShipped?: boolean }
  /** How many orders it is about; they are the newest. One by default. */
  count?: number
  /** Each way works on an order of a customer with this name, from the list of orders on. */
  byMouse: (clerk: Clerk, customer: string) => Promise<void>
  byKeyboard: (clerk: Clerk, customer: string) => Promise<void>
  /** Waits until the page shows that it is done. */
  isDone: (page: Page) => Promise<void>
}

const jobs: Job[] = [
  {
    name: 'Correct an address',
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(row(page, customer))
      await clerk.click(action(page, 'Edit shipping address'))
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === '1 Long Street')
      await clerk.press('Control+A')
      await clerk.type('2 Short Street')
      await clerk.click(submit(page, 'Save'))
    },
    byKeyboard: async (clerk, customer) => {
      await openByKeyboard(clerk, customer)
      await clerk.press('d')
      await dialog(clerk.page).waitFor()
      await clerk.press('Control+A')
      await clerk.type('2 Short Street')
      await clerk.press('Enter')
    },
    isDone: (page) => isShown(page, /2 Short Street/),
  },
  {
    name: 'Split a shipment',
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(row(page, customer))
      await clerk.click(shipButton(page))
      await clerk.click(quantity(page, 'Teapot'))
      await clerk.type('0')
      await clerk.click(tracking(page))
      await clerk.type('SF1')
      await clerk.click(getOpenOrder(page).getByRole('button', { name: 'Ship' }))
      await isShown(page, 'SF1')
      await clerk.click(shipButton(page))
      await clerk.type('SF2')
      await clerk.click(getOpenOrder(page).getByRole('button', { name: 'Ship' }))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await openByKeyboard(clerk, customer)
      await clerk.press('s')
      await clerk.type('SF1')
      await clerk.pressUntil('Shift+Tab', quantity(page, 'Teapot'))
      await clerk.type('0')
      await clerk.press('Enter')
      await isShown(page, 'SF1')
      await clerk.press('s')
      await clerk.type('SF2')
      await clerk.press('Enter')
    },
    isDone: (page) => isShown(page, 'SF2'),
  },
  {
    name: 'Refund one of three items, with shipping',
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(row(page, customer))
      await clerk.click(action(page, 'Refund'))
      await clerk.click(quantity(page, 'Cup'))
      await clerk.type('1')
      await clerk.click(dialog(page).getByLabel('Shipping', { exact: true }))
      await clerk.type('10')
      await clerk.click(dialog(page).getByLabel('Reason'))
      await clerk.type('Broken')
      await clerk.click(submit(page, /¥30\.00$/))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await openByKeyboard(clerk, customer)
      await clerk.press('r')
      await clerk.pressUntil('Tab', quantity(page, 'Cup'))
      await clerk.type('1')
      await clerk.pressUntil('Tab', dialog(page).getByLabel('Shipping', { exact: true }))
      await clerk.type('10')
      await clerk.pressUntil('Tab', dialog(page).getByLabel('Reason'))
      await clerk.type('Broken')
      await clerk.press('Enter')
    },
    isDone: (page) => isShown(page, '−¥30.00'),
  },
  {
    name: 'Cancel an unpaid order',
    order: { isUnpaid: true },
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(row(page, customer))
      await clerk.click(menu(page))
      await clerk.click(action(page, 'Cancel order'))
      await dialog(page).waitFor()
      await clerk.type('Not paid')
      await clerk.click(submit(page, 'Cancel order'))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await openByKeyboard(clerk, customer)
      await clerk.press('m')
      await clerk.pressUntil('ArrowUp', action(page, 'Cancel order'))
      await clerk.press('Enter')
      await dialog(page).waitFor()
      await clerk.type('Not paid')
      await clerk.press('Enter')
    },
    isDone: (page) => isShown(page, 'Canceled: Not paid'),
  },
  {
    name: 'Take back a return and refund it',
    order: { isShipped: true },
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(row(page, customer))
      await clerk.click(action(page, 'Start a return'))
      await dialog(page).waitFor()
      await clerk.type('Too small')
      await clerk.click(quantity(page, 'Cup'))
      await clerk.type('1')
      await clerk.click(dialog(page).getByRole('checkbox'))
      await clerk.click(submit(page, 'Start'))
      await clerk.click(action(page, 'Receive items…'))
      await clerk.click(submit(page, 'Receive'))
      await clerk.click(action(page, 'Refund these items…'))
      await clerk.click(submit(page, /¥20\.00$/))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await openByKeyboard(clerk, customer)
      await clerk.press('b')
      await dialog(page).waitFor()
      await clerk.type('Too small')
      await clerk.pressUntil('Tab', quantity(page, 'Cup'))
      await clerk.type('1')
      await clerk.pressUntil('Tab', dialog(page).getByRole('checkbox'))
      await clerk.press('Space')
      await clerk.press('Enter')
      await action(page, 'Receive items…').waitFor()
      await dialog(page).waitFor({ state: 'detached' })
      await clerk.press('b')
      await dialog(page).waitFor()
      await clerk.press('Enter')
      await action(page, 'Refund these items…').waitFor()
      await dialog(page).waitFor({ state: 'detached' })
      await clerk.press('b')
      await dialog(page).waitFor()
      await clerk.press('Enter')
    },
    isDone: (page) => isShown(page, '−¥20.00'),
  },
  {
    name: 'Find a caller’s parcel',
    order: { isShipped: true },
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(page.getByRole('searchbox'))
      await clerk.type(`${phoneOf(customer)}\n`)
      await getListCount(page, '1 order').waitFor()
      await clerk.click(row(page, customer))
    },
    byKeyboard: async (clerk, customer) => {
      await openByKeyboard(clerk, customer, phoneOf(customer))
    },
    isDone: async (page) => {
      const link = getOpenOrder(page).getByRole('link', { name: /^Track/ })
      await link.waitFor()
      const { y = Infinity } = (await link.boundingBox()) ?? {}
      expect(y).toBeLessThan(900)
    },
  },
  {
    name: 'Create an order by hand',
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(page.getByRole('link', { name: 'New order' }))
      await dialog(page).waitFor()
      await clerk.type(customer)
      await clerk.click(firstItem(page).getByLabel('Name'))
      await clerk.type('Tea')
      await clerk.click(suggestion(page, /^Teapot/))
      await clerk.click(submit(page, 'Create order'))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await clerk.press('c')
      await dialog(page).waitFor()
      await clerk.type(customer)
      await clerk.pressUntil('Tab', firstItem(page).getByLabel('Name'))
      await clerk.type('Tea')
      await suggestion(page, /^Teapot/).waitFor()
      await clerk.press('ArrowDown', 'Enter', 'Enter')
    },
    isDone: (page) => isShown(page, 'Teapot'),
  },
  {
    name: 'Enter an order by phone',
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(page.getByRole('link', { name: 'New order' }))
      await dialog(page).waitFor()
      await clerk.type(phoneOf(customer))
      await clerk.click(suggestion(page, customer))
      await isAddressFilled(page)
      await clerk.click(firstItem(page).getByLabel('Name'))
      await clerk.type('Tea')
      await clerk.click(suggestion(page, /^Teapot/))
      await clerk.click(submit(page, 'Create order'))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await clerk.press('c')
      await dialog(page).waitFor()
      await clerk.type(phoneOf(customer))
      await suggestion(page, customer).waitFor()
      await clerk.press('ArrowDown', 'Enter')
      await isAddressFilled(page)
      await clerk.pressUntil('Tab', firstItem(page).getByLabel('Name'))
      await clerk.type('Tea')
      await suggestion(page, /^Teapot/).waitFor()
      await clerk.press('ArrowDown', 'Enter', 'Enter')
    },
    isDone: (page) => isShown(page, /1 Long Street/),
  },
  {
    name: 'Put an order on hold and release it',
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(row(page, customer))
      await clerk.click(menu(page))
      await clerk.click(action(page, 'Put on hold'))
      await dialog(page).waitFor()
      await clerk.type('Wait')
      await clerk.click(submit(page, 'Put on hold'))
      await clerk.click(getOpenOrder(page).getByRole('button', { name: 'Release' }))
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await openByKeyboard(clerk, customer)
      await clerk.press('h')
      await dialog(page).waitFor()
      await clerk.type('Wait')
      await clerk.press('Enter')
      await getOpenOrder(page).getByRole('button', { name: 'Release' }).waitFor()
      await dialog(page).waitFor({ state: 'detached' })
      await clerk.press('h')
    },
    isDone: (page) => shipButton(page).waitFor(),
  },
  {
    name: 'Ship the next ten orders',
    count: 10,
    byMouse: async (clerk, customer) => {
      const { page } = clerk
      await clerk.click(page.getByRole('link', { name: /^To ship/ }))
      await clerk.click(row(page, `${customer} 9`))
      for (let parcel = 9; parcel >= 0; parcel--) {
        await isShown(page, `${customer} ${parcel}`)
        await clerk.click(shipButton(page))
        await clerk.type(`SF${parcel}`)
        await clerk.click(getOpenOrder(page).getByRole('button', { name: 'Ship' }))
      }
    },
    byKeyboard: async (clerk, customer) => {
      const { page } = clerk
      await page.getByRole('link', { name: /^To ship/ }).focus()
      await clerk.press('Enter')
      await clerk.press('j', 'Enter')
      for (let parcel = 9; parcel >= 0; parcel--) {
        await isShown(page, `${customer} ${parcel}`)
        await clerk.press('s')
        await clerk.type(`SF${parcel}`)
        await clerk.press('Enter')
      }
    },
    isDone: (page) =>
      page
        .getByText(/was shipped|shipped with/)
        .first()
        .waitFor(),
  },
]

/** Finds the order by a name or phone number, as people do, and opens it. */
async function openByKeyboard(clerk: Clerk, customer: string, search = customer): Promise<void> {
  const { page } = clerk
  await clerk.press('/')
  await clerk.type(search)
  await clerk.press('Enter')
  await getListCount(page, '1 order').waitFor()
  await clerk.press('ArrowDown', 'Enter')
  await getOpenOrder(page).waitFor()
}

/** The row of a job in the table. */
const toRow = (name: string, byMouse: Effort, byKeyboard: Effort): string =>
  `| ${name} | ${[...Object.values(byMouse), ...Object.values(byKeyboard).slice(1)].join(' | ')} |`

describe('a morning of work', () => {
  const kontor = endToEnd()
  const post = (path: string, body: unknown): Promise<Response> => {
    const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
    return kontor.fetch(path, { method: 'POST', body: JSON.stringify(body), headers }, 'operations')
  }
  const createOrder = async (customer: string, { order = {}, count }: Job): Promise<void> => {
    const response = await post('/api/orders', toOrder(customer, order.isUnpaid, count !== undefined))
    const { number, version } = (await response.json()) as OrderView
    if (!order.isShipped) return
    await post(`/api/orders/${number}/shipments`, { carrier: 'SF Express', trackingNumber: 'SF100200300', version })
  }
  const doJob = async (page: Page, job: Job, way: 'byMouse' | 'byKeyboard'): Promise<Effort> => {
    const customer = `${way}${jobs.indexOf(job)}`
    const { count = 1 } = job
    for (let index = 0; index < count; index++) await createOrder(count === 1 ? customer : `${customer} ${index}`, job)
    await goTo(page, '/orders')
    const clerk = createClerk(page)
    await job[way](clerk, customer)
    await job.isDone(page)
    return clerk.effort
  }

  for (const job of jobs)
    test(`${job.name.toLowerCase()} takes no more clicks and keys than before`, async () => {
      const page = await kontor.openShared('/orders', { role: 'operations', viewport: { width: 1440, height: 900 } })
      const counted = toRow(job.name, await doJob(page, job, 'byMouse'), await doJob(page, job, 'byKeyboard'))
      const before = table.find((line) => line.startsWith(`| ${job.name} `))?.replaceAll(/ +/g, ' ')
      expect(counted).toBe(before ?? '')
    })
})

const table = readFileSync(join(import.meta.dir, '../../docs/common-tasks.md'), 'utf8').split('\n')

const phoneOf = (customer: string): string => `138000${customer.length}${customer.at(-1)}000`

/** A paid order of three items, placed a day ago unless it is one of the newest. */
const toOrder = (customer: string, isUnpaid = false, isNew = false) => ({
  externalId: `shop-${customer}`,
  placedAt: Date.now() - (isNew ? 0 : 86_400_000),
  currency: 'CNY',
  customerName: customer,
  phone: phoneOf(customer),
  shippingAddress: { name: customer, line1: '1 Long Street', city: 'Shanghai', country: 'China' },
  lines: ['Teapot', 'Cup', 'Tray'].map((name) => ({ name, quantity: 1, unitPriceMinor: 2000 })),
  shippingMethod: 'SF Express',
  shippingMinor: 1000,
  ...(isUnpaid ? {} : { payment: { provider: 'Alipay', reference: customer, capturedMinor: 7000 } }),
})

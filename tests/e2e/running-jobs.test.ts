import { expectAccessible } from '#tests/e2e/expect-accessible.ts'
import { importOrders } from '#tests/e2e/import-orders.ts'
import { endToEnd } from '#tests/support/end-to-end.ts'
import { goTo, reload } from '#tests/support/hydration.ts'
import type { JobList } from '#shared/jobs/views.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

describe('jobs that run while their user does something else', () => {
  const kontor = endToEnd()
  const { open, fetch } = kontor
  let orders: string[] = []
  beforeAll(async () => {
    await importOrders(kontor, [{ name: '4001', daysAgo: 1, price: '90.00' }])
    const { rows } = (await (await fetch('/api/orders', {}, 'operations')).json()) as { rows: { number: string }[] }
    orders = rows.map(({ number }) => number)
  })
  const startJob = async (tag: string): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'origin': kontor.server.origin }
    const body = JSON.stringify({ action: 'tag', tag, orders, start: '1' })
    const response = await fetch('/api/orders/jobs', { method: 'POST', headers, body }, 'operations')
    expect(response.status).toBe(201)
  }

  test('say on any page that they have ended, with a way to their result by mouse and keyboard', async () => {
    const page = await open('/', { role: 'operations' })
    const read = page.waitForResponse('**/api/jobs')
    await reload(page)
    await read
    await startJob('gift')
    const notice = page.getByRole('listitem').filter({ hasText: 'Finished' })
    await notice.getByText('Add a tag · 1 of 1 changed').waitFor()
    // It stays as long as the mouse is over it.
    await notice.hover()
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Show result' }).click()
    const job = page.getByRole('dialog', { name: 'Add a tag' })
    await job.getByText('gift').waitFor()
    // Who looks at the job, or at the list of jobs, needs no notice.
    await goTo(page, '/orders?jobs=own')
    await startJob('vip')
    await page.getByRole('dialog').getByText('vip').waitFor()
    await goTo(page, '/orders')
    await startJob('new')
    await notice.waitFor()
    await page.keyboard.press('F8')
    const action = notice.getByRole('button', { name: 'Show result' })
    for (let tabs = 0; tabs < 4 && !(await action.evaluate((button) => button === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await job.getByText('new').waitFor()
  })

  test('are counted on the menu that has the list of jobs, and in it', async () => {
    await startJob('one')
    for (const width of [1440, 390]) {
      const page = await open('/', { role: 'operations', viewport: { width, height: 844 } })
      await page.route('**/api/jobs', async (route) => {
        const list = (await (await route.fetch()).json()) as JobList
        await route.fulfill({ json: { ...list, jobs: list.jobs.map((job) => ({ ...job, status: 'running' })) } })
      })
      await goTo(page, '/orders')
      await page.waitForFunction(() => document.querySelector('[data-count]'))
      await page
        .getByLabel(/^More: Jobs, \d+ running$/)
        .first()
        .click()
      await page.getByRole('link', { name: /^Jobs, \d+ running$/ }).waitFor()
      await expectAccessible(page)
      await page.unroute('**/api/jobs')
      await startJob(`end-${width}`)
      await page.waitForFunction(() => !document.querySelector('[data-count]'))
    }
  })
})

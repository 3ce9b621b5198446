import OrdersPage from '#client/orders/orders-page.tsx'
import { preloadOverlays } from '#client/pages.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import { sampleRow, sampleView } from '#tests/client/orders/sample-orders.ts'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('orders'))

test('the dialog says which orders it exports, and its form sends their filter and sort', () => {
  const query = ordersPageQuery.parse({ q: 'pay:paid -tag:vip', sort: 'placed', export: '1' })
  const data = sampleView([sampleRow()], { count: { exact: 1 } })
  const body = renderOnServer(<OrdersPage data={data} query={query} form={null} />)
  const dialog = within(body).getByRole('dialog', { name: 'Export orders' })
  expect(within(dialog).getByText('1 order · “Payment: Paid” · “Excluded: Tag vip”')).toBeDefined()
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('input[type="hidden"]')].map(({ name, value }) => [
    name,
    value,
  ])
  expect(fields).toContainEqual(['payment[0]', 'paid'])
  expect(fields).toContainEqual(['not[0]', 'tag:vip'])
  expect(fields).toContainEqual(['sort', 'placed'])
})

test('of selected orders the form sends their numbers in place of the filter, unless all of the filter are selected', () => {
  const open = (query: object) => {
    const parsed = ordersPageQuery.parse({ status: 'open', export: '1', selected: ['SO1', 'SO2'], ...query })
    const body = renderOnServer(<OrdersPage data={sampleView([sampleRow()])} query={parsed} form={null} />)
    const dialog = within(body).getByRole('dialog', { name: 'Export orders' })
    const fields = [...dialog.querySelectorAll<HTMLInputElement>('input[type="hidden"]')]
    return { dialog, names: fields.map(({ name, value }) => `${name}=${value}`) }
  }
  const { dialog, names } = open({})
  expect(within(dialog).getByText(/^The file has the 2 selected orders\./)).toBeDefined()
  expect(names).toContain('orders[1]=SO2')
  expect(names.join()).not.toContain('status')
  const { names: ofAll } = open({ all: '1' })
  expect(ofAll).toContain('status[0]=open')
  expect(ofAll.join()).not.toContain('SO2')
})

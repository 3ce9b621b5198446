import OrdersPage from '#client/orders/orders-page.tsx'
import { preloadOverlays } from '#client/pages.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { PrintableOrders } from '#shared/print/views.ts'
import { sampleRow, sampleView } from '#tests/client/orders/sample-orders.ts'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('orders'))

const seller = { name: '', address: '', taxId: '', bank: '', footer: '', version: 1 }

function renderDialog(printable: PrintableOrders | null, canPrint = true): HTMLElement {
  const data = sampleView([sampleRow()], { printable, canPrint })
  const query = ordersPageQuery.parse({ payment: 'paid', print: 'orders' })
  return renderOnServer(<OrdersPage data={data} query={query} form={null} />)
}

test('one order is printed by a form that opens a new tab', () => {
  const body = renderDialog({
    orders: [{ number: 'SO261125-00001', customerName: 'Anna' }],
    count: { exact: 1 },
    seller,
  })
  const dialog = within(body).getByRole('dialog', { name: 'Print SO261125-00001' })
  expect(dialog.querySelector('form')?.getAttribute('target')).toBe('_blank')
  expect(dialog.querySelector('[name="orders"]')?.getAttribute('value')).toBe('SO261125-00001')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
})

test('of several orders each can be left out, and the dialog says how many there are', () => {
  const orders = [
    { number: 'SO261125-00001', customerName: 'Anna <b>' },
    { number: 'SO261125-00002', customerName: '王芳' },
  ]
  const dialog = within(renderDialog({ orders, count: { atLeast: 10_000 }, seller })).getByRole('dialog', {
    name: 'Print orders',
  })
  expect(within(dialog).getByText('The first 2 of 10,000+ orders in this view.')).toBeDefined()
  const boxes = within(dialog).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ name, value }) => [name, value])).toEqual(orders.map(({ number }) => ['orders', number]))
  expect(within(dialog).getByRole('checkbox', { name: 'SO261125-00001 Anna <b>', checked: true })).toBeDefined()
})

test('without the permission there is no button, and the dialog says which one is missing', () => {
  const body = renderDialog(null, false)
  expect(within(body).queryByRole('link', { name: 'Print' })).toBeNull()
  expect(within(within(body).getByRole('dialog')).getByText(/You need the “Print orders” permission/)).toBeDefined()
  const links = within(renderDialog(null)).getAllByRole('link', { name: 'Print' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/orders?payment=paid&print=orders'])
})

test('without orders there is nothing to submit, but the seller can be changed', () => {
  const body = renderDialog({ orders: [], count: { exact: 0 }, seller })
  const dialog = within(within(body).getByRole('dialog', { name: 'Print orders' }))
  expect(dialog.getByRole('heading', { name: 'No orders to print' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Open document' })).toBeNull()
  expect(dialog.getByRole('link', { name: 'Add seller details' })).toBeDefined()
})

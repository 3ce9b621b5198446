import { OrderCustomer } from '#client/orders/panel/order-customer.tsx'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { noLimits } from '#shared/roles/limits.ts'
import { setUpDom } from '#tests/client/dom.tsx'
import { sampleOrder } from '#tests/client/orders/sample-orders.ts'
import { expect, test } from 'bun:test'

const { render } = setUpDom()
const role = {
  id: 'support',
  name: 'Support',
  permissions: ['orders.view', 'customers.reveal_personal'],
  limits: noLimits,
}

test('revealed personal data is hidden again when the order was changed since', async () => {
  const order = sampleOrder({ email: 'p***@v***' })
  const { number, customerName, phone, note, shippingAddress, billingAddress } = order
  const result = { number, customerName, email: 'paul@vinet.example', phone, note, shippingAddress, billingAddress }
  const show = async (shown: OrderView): Promise<string> => {
    const panel = await render(
      <OrderCustomer
        order={shown}
        customer={null}
        countryNames={[]}
        query={ordersPageQuery.parse({ order: number })}
        form={{ endpoint: 'revealOrder', problem: null, result, values: { number } }}
      />,
      { role: role.id, ownRoles: [role] as never },
    )
    return panel.textContent
  }
  expect(await show(order)).toContain('paul@vinet.example')
  const changed = await show({ ...order, version: order.version + 1 })
  expect(changed).not.toContain('paul@vinet.example')
  expect(changed).toContain('p***@v***')
})

import { shortcutKeys } from '#client/app/keys.ts'
import { formatAddress } from '#client/orders/format-address.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { CustomerMenu } from '#client/customers/customer-menu.tsx'
import { SpentAmounts } from '#client/customers/spent-amounts.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { PanelSection, PanelSubtitle } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { Time } from '#client/ui/time.tsx'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import type { CustomerView } from '#shared/customers/views.ts'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useState } from 'react'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { Address, OrderView, RevealedOrder } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderCustomerProps {
  order: OrderView
  customer: CustomerView | null
  countryNames: OrdersView['countryNames']
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** The customer and the addresses of an order, and the customer's other orders. */
export function OrderCustomer({ order, customer, countryNames, query, form }: OrderCustomerProps) {
  const { orders, customers } = useOrderMessages()
  const words = orders.order
  const canViewPersonalData = usePermission('customers.view_personal')
  const canReveal = usePermission('customers.reveal_personal') && !canViewPersonalData
  const returned = form?.endpoint === 'revealOrder' ? (form.result as RevealedOrder | null) : null
  const [lastRevealed, setRevealed] = useState(returned && { ...returned, version: order.version })
  const isCurrent = lastRevealed?.number === order.number && lastRevealed.version === order.version
  const revealed = isCurrent ? lastRevealed : null
  const { customerName, email, phone, shippingAddress, billingAddress } = revealed ?? order
  const shipTo = formatAddress(shippingAddress, countryNames, otherPhone(shippingAddress, phone))
  const billTo = formatAddress(billingAddress, countryNames, otherPhone(billingAddress, phone))
  const company = billingAddress.company || shippingAddress.company
  const erasedAt = customer?.erasedAt ?? null
  return (
    <PanelSection
      title={words.customer}
      end={customer && <CustomerMenu customer={customer} query={{ ...query, order: order.number }} />}
    >
      <DescriptionList
        items={[
          [words.name, customerName || '–'],
          [words.company, company === customerName ? '' : company],
          [words.email, email && (canViewPersonalData ? <a href={`mailto:${email}`}>{email}</a> : email)],
          [words.phone, phone && <span className="num">{phone}</span>],
          [
            words.shipTo,
            shipTo && (
              <span className="value-with-tools">
                <span className="grow">{shipTo}</span>
                {canViewPersonalData && (
                  <CopyButton
                    text={formatAddress(shippingAddress, countryNames, shippingAddress.phone || phone)}
                    label={words.copyAddress}
                  />
                )}
                {order.actions.includes('edit') && <EditAddressLink order={order} query={query} />}
              </span>
            ),
          ],
          [words.billTo, billTo && billTo === shipTo ? words.sameAddress : billTo],
          [words.note, revealed?.note],
          [
            customers.credit.title,
            customer && customer.storeCredit.length > 0 && <SpentAmounts spent={customer.storeCredit} />,
          ],
          [customers.spent, customer && <SpentAmounts spent={customer.spent} />],
        ]}
      />
      {erasedAt !== null && (
        <p className="panel__hint">
          {customers.erased} <Time at={erasedAt} />
        </p>
      )}
      {!canViewPersonalData && erasedAt === null && (
        <p className="panel__hint" role="status">
          {revealed ? customers.revealed : words.personalDataHidden}
        </p>
      )}
      {canReveal && !revealed && erasedAt === null && (
        <Form
          endpoint="revealOrder"
          hiddenValues={{ number: order.number }}
          outcome={form}
          onAnswer={(answer) => setRevealed({ ...answer, version: order.version })}
        >
          <SubmitButton size="sm" icon="eye">
            {customers.reveal}
          </SubmitButton>
        </Form>
      )}
      {customer && <OtherOrders customer={customer} current={order.number} />}
    </PanelSection>
  )
}

const shownOrders = 5

/** The customer's newest orders without the open one, and a link to all. */
function OtherOrders({ customer, current }: { customer: CustomerView; current: string }) {
  const words = useOrderMessages().customers
  const others = customer.orders.filter(({ number }) => number !== current).slice(0, shownOrders)
  if (others.length === 0) return <p className="sm dimmed customer-orders__none">{words.noOtherOrders}</p>
  return (
    <div className="customer-orders">
      <PanelSubtitle>
        {words.otherOrders(customer.orderCount - 1)}
        <a className="end" href={href('orders', { customer: customer.number })}>
          {words.allOrders(customer.orderCount)}
        </a>
      </PanelSubtitle>
      <ul>
        {others.map(({ number, placedAt, status, paymentStatus, fulfillmentStatus, totalMinor, currency }) => (
          <li key={number}>
            <a className="ref num" href={href('orders', { order: number })}>
              {number}
            </a>
            <span className="dimmed num">
              <Time at={placedAt} />
            </span>
            <span className="end">
              <Money minor={totalMinor} currency={currency} />
            </span>
            <span className="customer-orders__statuses">
              <Status kind="order" value={status} />
              <Status kind="payment" value={paymentStatus} />
              <Status kind="fulfillment" value={fulfillmentStatus} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Opens the form with the focus on the address, the field that customers correct most. */
function EditAddressLink({ order: { number }, query }: { order: OrderView; query: OrdersPageQuery }) {
  const words = useOrderMessages().orders.order
  return (
    <a
      className="copy"
      href={href('orders', { ...query, order: number, action: 'edit', focus: 'address' })}
      data-scroll="keep"
      aria-label={words.editAddress}
      aria-keyshortcuts={shortcutKeys.order.editAddress}
      {...getTooltipProps(words.editAddress, 'D')}
    >
      <Icon name="pencil" />
    </a>
  )
}

/** The phone number of an address, unless it is the order's. */
const otherPhone = (address: Address, phone: string): string => (address.phone === phone ? '' : address.phone)

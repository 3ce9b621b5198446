import { formatAddress } from '#client/orders/format-address.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { CopyButton, DescriptionList } from '#client/ui/description-list.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import { href } from '#shared/routes/pages.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** The customer and the addresses of an order. */
export function OrderCustomer({ order, query }: { order: OrderView; query: OrdersPageQuery }) {
  const words = useMessages().orders.order
  const canViewPersonalData = usePermission('customers.view_personal')
  const { customerName, email, phone, shippingAddress, billingAddress } = order
  const shipTo = formatAddress(shippingAddress)
  const billTo = formatAddress(billingAddress)
  const company = billingAddress.company || shippingAddress.company
  return (
    <PanelSection title={words.customer}>
      <DescriptionList
        items={[
          [words.name, customerName || '–'],
          [words.company, company === customerName ? '' : company],
          [words.email, email && (canViewPersonalData ? <a href={`mailto:${email}`}>{email}</a> : email)],
          [words.phone, phone && <span className="num">{phone}</span>],
          [
            words.shipTo,
            shipTo && (
              <>
                <Address text={shipTo} copy={canViewPersonalData ? words.copyAddress : null} />
                {order.actions.includes('edit') && <EditAddressLink order={order} query={query} />}
              </>
            ),
          ],
          [words.billTo, billTo && billTo === shipTo ? words.sameAddress : billTo],
        ]}
      />
      {!canViewPersonalData && <p className="panel__hint">{words.personalDataHidden}</p>}
    </PanelSection>
  )
}

/** Opens the form with the focus on the address, which is what customers ask to correct. */
function EditAddressLink({ order: { number }, query }: { order: OrderView; query: OrdersPageQuery }) {
  const words = useMessages().orders.order
  return (
    <a
      className="copy"
      href={href('orders', { ...query, order: number, action: 'edit', focus: 'address' })}
      data-scroll="keep"
      aria-label={words.editAddress}
      aria-keyshortcuts="D"
      {...getTooltipProps(words.editAddress, 'D')}
    >
      <Icon name="pencil" />
    </a>
  )
}

const Address = ({ text, copy }: { text: string; copy: string | null }) => (
  <>
    {text} {copy && <CopyButton text={text} label={copy} />}
  </>
)

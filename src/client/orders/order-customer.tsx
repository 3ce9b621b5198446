import { formatAddress } from '#client/orders/format-address.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { CopyButton, DescriptionList } from '#client/ui/description-list.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { OrderView } from '#shared/orders/views.ts'

/** The customer and the addresses of an order. */
export function OrderCustomer({ order }: { order: OrderView }) {
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
          [words.shipTo, shipTo && <Address text={shipTo} copy={canViewPersonalData ? words.copyAddress : null} />],
          [words.billTo, billTo && billTo === shipTo ? words.sameAddress : billTo],
        ]}
      />
      {!canViewPersonalData && <p className="panel__hint">{words.personalDataHidden}</p>}
    </PanelSection>
  )
}

const Address = ({ text, copy }: { text: string; copy: string | null }) => (
  <>
    {text} {copy && <CopyButton text={text} label={copy} />}
  </>
)

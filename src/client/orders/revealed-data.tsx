import { formatAddress } from '#client/orders/format-address.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { RevealedOrder } from '#shared/orders/views.ts'
import { useState } from 'react'

/** A button that reveals the personal data of an order in full until the page is left, and then what it revealed. */
export function RevealedData({ number, form }: { number: string; form: FormOutcome | null }) {
  const { orders, customers } = useOrderMessages()
  const words = orders.order
  const returned = form?.endpoint === 'revealOrder' ? (form.result as RevealedOrder | null) : null
  const [revealed, setRevealed] = useState(returned?.number === number ? returned : null)
  if (!revealed)
    return (
      <Form endpoint="revealOrder" hiddenValues={{ number }} outcome={form} onAnswer={setRevealed}>
        <SubmitButton size="sm" icon="eye">
          {customers.reveal}
        </SubmitButton>
        <p className="panel__hint">{customers.revealHint}</p>
      </Form>
    )
  const { customerName, email, phone, note, shippingAddress, billingAddress } = revealed
  const shipTo = formatAddress(shippingAddress, shippingAddress.phone)
  const billTo = formatAddress(billingAddress, billingAddress.phone)
  return (
    <section aria-label={customers.revealed} role="status">
      <h4>{customers.revealed}</h4>
      <DescriptionList
        items={[
          [words.name, customerName || '–'],
          [words.email, email],
          [words.phone, phone && <span className="num">{phone}</span>],
          [words.shipTo, shipTo],
          [words.billTo, billTo === shipTo ? words.sameAddress : billTo],
          [words.note, note],
        ]}
      />
    </section>
  )
}

import type { OrderDraft } from '#shared/orders/draft.ts'
import { eraseAddress } from '#shared/orders/personal-fields.ts'

/** A draft without the personal data of the customer. */
export const eraseDraft = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  customerName: '',
  email: '',
  phone: '',
  note: '',
  shippingAddress: eraseAddress(draft.shippingAddress),
  billingAddress: eraseAddress(draft.billingAddress),
})

import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { attachments as attachmentsEn } from '#shared/messages/en/attachments.ts'
import { customers as customersEn } from '#shared/messages/en/customers.ts'
import { payments as paymentsEn } from '#shared/messages/en/payments.ts'
import { returns as returnsEn } from '#shared/messages/en/returns.ts'
import { shipping as shippingEn } from '#shared/messages/en/shipping.ts'
import { attachments as attachmentsZh } from '#shared/messages/zh/attachments.ts'
import { customers as customersZh } from '#shared/messages/zh/customers.ts'
import { payments as paymentsZh } from '#shared/messages/zh/payments.ts'
import { returns as returnsZh } from '#shared/messages/zh/returns.ts'
import { shipping as shippingZh } from '#shared/messages/zh/shipping.ts'

const en = {
  attachments: attachmentsEn,
  customers: customersEn,
  payments: paymentsEn,
  returns: returnsEn,
  shipping: shippingEn,
}
const zh: typeof en = {
  attachments: attachmentsZh,
  customers: customersZh,
  payments: paymentsZh,
  returns: returnsZh,
  shipping: shippingZh,
}
const messages = { en, zh }

export type OrderMessages = Messages & typeof en

/** The texts of every page, and those of the panel of an order and of customers, which the list of orders does not load. */
export const useOrderMessages = (): OrderMessages => ({ ...useMessages(), ...messages[usePageContext().locale] })

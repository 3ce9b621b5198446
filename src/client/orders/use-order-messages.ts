import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { attachments as attachmentsEn } from '#shared/messages/en/attachments.ts'
import { customers as customersEn } from '#shared/messages/en/customers.ts'
import { disputes as disputesEn } from '#shared/messages/en/disputes.ts'
import { orderPanel as ordersEn } from '#shared/messages/en/order-panel.ts'
import { payments as paymentsEn } from '#shared/messages/en/payments.ts'
import { returns as returnsEn } from '#shared/messages/en/returns.ts'
import { shipping as shippingEn } from '#shared/messages/en/shipping.ts'
import { attachments as attachmentsZh } from '#shared/messages/zh/attachments.ts'
import { customers as customersZh } from '#shared/messages/zh/customers.ts'
import { disputes as disputesZh } from '#shared/messages/zh/disputes.ts'
import { orderPanel as ordersZh } from '#shared/messages/zh/order-panel.ts'
import { payments as paymentsZh } from '#shared/messages/zh/payments.ts'
import { returns as returnsZh } from '#shared/messages/zh/returns.ts'
import { shipping as shippingZh } from '#shared/messages/zh/shipping.ts'

const en = {
  attachments: attachmentsEn,
  customers: customersEn,
  disputes: disputesEn,
  orders: ordersEn,
  payments: paymentsEn,
  returns: returnsEn,
  shipping: shippingEn,
}
const zh: typeof en = {
  attachments: attachmentsZh,
  customers: customersZh,
  disputes: disputesZh,
  orders: ordersZh,
  payments: paymentsZh,
  returns: returnsZh,
  shipping: shippingZh,
}
const messages = { en, zh }

export type OrderMessages = Omit<Messages, 'orders'> &
  Omit<typeof en, 'orders'> & { orders: Messages['orders'] & typeof ordersEn }

/** The texts of every page, and those of the panel of an order and of customers, which the list of orders does not load. */
export function useOrderMessages(): OrderMessages {
  const shared = useMessages()
  const own = messages[usePageContext().locale]
  return { ...shared, ...own, orders: { ...shared.orders, ...own.orders } }
}

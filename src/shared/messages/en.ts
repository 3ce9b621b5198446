import { common } from '#shared/messages/en/common.ts'
import { customers } from '#shared/messages/en/customers.ts'
import { errors } from '#shared/messages/en/errors.ts'
import { fields } from '#shared/messages/en/fields.ts'
import { finance } from '#shared/messages/en/finance.ts'
import { home } from '#shared/messages/en/home.ts'
import { lists } from '#shared/messages/en/lists.ts'
import { orders } from '#shared/messages/en/orders.ts'
import { payments } from '#shared/messages/en/payments.ts'
import { returns } from '#shared/messages/en/returns.ts'
import { shipping } from '#shared/messages/en/shipping.ts'
import { signIn } from '#shared/messages/en/sign-in.ts'
import { staff } from '#shared/messages/en/staff.ts'

/** All texts of the pages in English, by feature. Texts that only the server writes are in `answers.ts`, those of `/test` in `client/workbench/workbench-messages.ts`. Other languages must have the shape of `Messages`. */
export const en = {
  common,
  customers,
  errors,
  fields,
  finance,
  home,
  lists,
  orders,
  payments,
  returns,
  shipping,
  signIn,
  staff,
}
export type Messages = typeof en

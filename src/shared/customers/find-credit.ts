import type { CustomerView } from '#shared/customers/views.ts'

/** What a customer has as store credit in a currency; 0 without any. */
export const findCredit = ({ storeCredit }: Pick<CustomerView, 'storeCredit'>, currency: string): number =>
  storeCredit.find((credit) => credit.currency === currency)?.amountMinor ?? 0

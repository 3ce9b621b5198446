import type { AccountName } from '#shared/finance/flow-figures.ts'
import { providerKey } from '#shared/payment-providers.ts'

/** The channel of an account of own money: a payment provider, in whatever spelling shops export, or the purpose of other accounts. */
export const channelOf = ({ role, provider }: Pick<AccountName, 'role' | 'provider'>): string =>
  (role === 'clearing' && providerKey(provider)) || role

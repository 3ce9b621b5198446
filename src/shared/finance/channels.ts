import type { AccountName } from '#shared/finance/flow-figures.ts'
import { providerKey } from '#shared/payment-providers.ts'

/** The channel of a money account: a payment provider, in whatever spelling shops export, or the purpose of other accounts. */
export const channelOf = ({ role, provider }: Pick<AccountName, 'role' | 'provider'>): string =>
  (role === 'clearing' && providerKey(provider)) || role

import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import { listAccounts } from '#server/finance/ledger-store.ts'
import { channelOf } from '#shared/finance/channels.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import { accountRoleNames, accountRoles } from '#shared/finance/ledger.ts'
import { unknownValue } from '#shared/list/unknown-values.ts'
import { identifyProvider, providerKey } from '#shared/payment-providers.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'

/** A money account whose entries a filter leaves. */
export type ChosenAccount = Awaited<ReturnType<typeof store.listMoneyAccounts>>[number]

export const idsOf = (accounts: readonly ChosenAccount[] | undefined): string[] | undefined =>
  accounts?.map(({ id }) => id)

/** The money accounts that a filter by account or channel chooses, by code; undefined without such a filter. */
export async function findChosenAccounts(
  db: Db,
  { account: codes, channel: channels, currency }: Pick<EntriesQuery, 'account' | 'channel' | 'currency'>,
): Promise<ChosenAccount[] | undefined> {
  if (codes.length === 0 && channels.length === 0) return undefined
  const accounts = await store.listMoneyAccounts(db, currency)
  const keys = channels.map(providerKey)
  return accounts.filter(
    (account) =>
      (codes.length === 0 || codes.includes(account.code)) &&
      (channels.length === 0 || keys.includes(channelOf(account))),
  )
}

type AccountFilter = Pick<EntriesQuery, 'account' | 'channel'>

/** The errors of accounts and channels that do not exist; empty for those that no entry has yet. */
export async function findUnknownAccounts(
  db: Db,
  { account: codes, channel: channels }: AccountFilter,
): Promise<FieldError[]> {
  if (codes.length === 0 && channels.length === 0) return []
  const accounts = await listAccounts(db)
  const usedChannels = new Set(accounts.filter((account) => account.is_money_account === 1).map(channelOf))
  const isKnownChannel = (channel: string): boolean =>
    identifyProvider(channel) !== undefined ||
    usedChannels.has(providerKey(channel)) ||
    accountRoleNames.some((role) => role === channel && accountRoles[role].isMoneyAccount)
  return [
    ...codes
      .filter((code) => !accounts.some((account) => account.code === code))
      .map((value) => unknownValue('unknown-account', { filter: 'account', value, isExcluded: false })),
    ...channels
      .filter((channel) => !isKnownChannel(channel))
      .map((value) =>
        unknownValue(
          'unknown-channel',
          { filter: 'channel', value, isExcluded: false },
          { values: [...usedChannels].toSorted().join(', ') || '–' },
        ),
      ),
  ]
}

/** Throws `invalid-input` for a filter by an account or a channel that does not exist. */
export async function requireKnownAccounts(db: Db, query: AccountFilter): Promise<void> {
  const errors = await findUnknownAccounts(db, query)
  if (errors.length > 0) throw invalidInput(...errors)
}

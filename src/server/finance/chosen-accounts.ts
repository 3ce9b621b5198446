import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import { channelOf } from '#shared/finance/channels.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'

/** An account of own money whose entries a filter leaves. */
export type ChosenAccount = Awaited<ReturnType<typeof store.listMoneyAccounts>>[number]

export const idsOf = (accounts: readonly ChosenAccount[] | undefined): string[] | undefined =>
  accounts?.map(({ id }) => id)

/** The accounts of own money that a filter by account or channel chooses, by code; undefined without such a filter. */
export async function findChosenAccounts(
  db: Db,
  { account: codes, channel: channels, currency }: Pick<EntriesQuery, 'account' | 'channel' | 'currency'>,
): Promise<ChosenAccount[] | undefined> {
  if (codes.length === 0 && channels.length === 0) return undefined
  const accounts = await store.listMoneyAccounts(db, currency)
  return accounts.filter(
    (account) =>
      (codes.length === 0 || codes.includes(account.code)) &&
      (channels.length === 0 || channels.includes(channelOf(account))),
  )
}

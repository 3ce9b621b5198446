import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import * as store from '#server/finance/ledger-store.ts'
import { isSameProvider, type KnownProvider, providerKey } from '#shared/payment-providers.ts'
import { type AccountRole, accountRoles } from '#shared/finance/ledger.ts'

/** What an account is for. `provider` is empty for roles that are not kept by provider. */
export interface AccountPurpose {
  role: AccountRole
  provider: string
  currency: string
}

/**
 * Maps purposes to the ids of their default accounts. A default account that does not exist yet is created, with the chart's code; codes
 * in another currency than `baseCurrency` end with theirs: `5001.USD`.
 */
export async function resolveAccounts(
  transaction: Transaction,
  baseCurrency: string,
  purposes: readonly AccountPurpose[],
): Promise<(purpose: AccountPurpose) => string> {
  const currencies = new Set(purposes.map(({ currency }) => currency))
  const defaults = await store.listDefaultAccounts(transaction, [...currencies])
  const idsByPurpose = new Map(defaults.map((account) => [purposeKey(account), account.id]))
  const missing = new Map<string, AccountPurpose>()
  for (const purpose of purposes) {
    const key = purposeKey(purpose)
    if (!idsByPurpose.has(key)) missing.getOrInsert(key, purpose)
  }
  if (missing.size > 0) {
    // Two transactions that create the same account would collide: the lock makes one of them wait, and run again on PostgreSQL.
    await store.lockLedger(transaction)
    const accounts = await store.listAccounts(transaction)
    const created: store.Account[] = []
    for (const [key, purpose] of missing) {
      const account = newAccount(purpose, [...accounts, ...created], baseCurrency)
      created.push(account)
      idsByPurpose.set(key, account.id)
    }
    await store.insertAccounts(transaction, created)
  }
  return (purpose) => {
    const id = idsByPurpose.get(purposeKey(purpose))
    if (id === undefined) throw new Error(`The account for ${purposeKey(purpose)} was not resolved`)
    return id
  }
}

/** The name that a payment method already has in the books (shops export it in several spellings), so that it keeps one account. */
export async function resolveProvider(transaction: Transaction, method: KnownProvider): Promise<string> {
  const accounts = await store.listAccounts(transaction)
  return accounts.find(({ provider }) => providerKey(provider) === method)?.provider ?? method
}

/** An account that staff open: the next one of its role, which posting rules never use automatically. */
export function newOwnAccount(
  role: AccountRole,
  currency: string,
  names: { name: string; nameZh: string },
  known: readonly store.Account[],
  baseCurrency: string,
): store.Account {
  const numbers = known.filter((account) => account.role === role).map(({ code }) => ownAccountNumber(role, code))
  const next = Math.max(0, ...numbers) + 1
  const code = [next, next + 1].map((number) => `${accountRoles[role].code}.${number}`).find(isFree) ?? ''
  return {
    ...emptyAccount({ role, provider: '', currency }, code, baseCurrency),
    name: names.name,
    name_zh: names.nameZh,
    is_default: 0,
  }
}

/** Whether no other role has the code: the chart has one of its own between those of bank accounts. */
const isFree = (code: string): boolean => !Object.values(accountRoles).some((line) => line.code === code)

/** Which of the accounts of its role it is: 2 for `1002.2` and for `1002.2.USD`. */
const ownAccountNumber = (role: AccountRole, code: string): number =>
  Number(code.slice(accountRoles[role].code.length + 1).split('.')[0])

/** However a provider is written, it has one account, named as it was written first. */
const purposeKey = ({ role, provider, currency }: AccountPurpose): string =>
  `${role} ${currency} ${provider === '' ? '' : providerKey(provider)}`

/** A default account with the chart's code; `1012.N.1` counts the providers in the order of their first payment. */
function newAccount(purpose: AccountPurpose, known: readonly store.Account[], baseCurrency: string): store.Account {
  const { code } = accountRoles[purpose.role]
  const isByProvider = purpose.role === 'clearing'
  return emptyAccount(
    purpose,
    isByProvider ? `${code}.${providerNumber(purpose.provider, known)}.1` : code,
    baseCurrency,
  )
}

/** Codes in another currency than the book's end with it. */
function emptyAccount({ role, provider, currency }: AccountPurpose, code: string, baseCurrency: string): store.Account {
  const { type, isMoneyAccount } = accountRoles[role]
  return {
    id: newId(),
    code: codeOf({ currency }, code, baseCurrency),
    role,
    provider,
    type,
    currency,
    name: '',
    name_zh: '',
    is_default: 1,
    is_money_account: isMoneyAccount ? 1 : 0,
    balance_minor: 0,
    posting_count: 0,
    debited_minor: 0,
    archived_at: null,
  }
}

/** The code of an account with this number of the chart. */
export const codeOf = ({ currency }: Pick<AccountPurpose, 'currency'>, number: string, baseCurrency: string): string =>
  currency === baseCurrency ? number : `${number}.${currency}`

/** The number in a provider's codes: the same in all currencies, the next free one for a new provider. */
function providerNumber(provider: string, known: readonly store.Account[]): number {
  const clearing = known.filter(({ role }) => role === 'clearing')
  const numberOf = ({ code }: store.Account): number => Number(code.split('.')[1])
  const existing = clearing.find((account) => isSameProvider(account.provider, provider))
  return existing ? numberOf(existing) : Math.max(0, ...clearing.map(numberOf)) + 1
}

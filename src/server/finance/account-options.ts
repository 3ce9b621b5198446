import type { Db } from '#server/db/database.ts'
import { listLedgerAccounts } from '#server/finance/account-views.ts'
import { type AccountPurpose, codeOf } from '#server/finance/accounts.ts'
import { isCurrency } from '#shared/currencies.ts'
import type { AccountOption } from '#shared/finance/account-views.ts'
import { accountRoles, rolesWithOne } from '#shared/finance/ledger.ts'

/** The accounts that an entry can be posted to: those that are not archived, and those of the chart that do not exist yet, by code. */
export async function listAccountOptions(db: Db, baseCurrency: string): Promise<AccountOption[]> {
  const accounts = await listLedgerAccounts(db)
  const known = new Set(accounts.map(({ code }) => code))
  const currencies = [...new Set([baseCurrency, ...accounts.map(({ currency }) => currency)])]
  const missing = currencies.flatMap((currency) =>
    rolesWithOne
      .map((role): AccountOption => {
        const code = codeOf({ currency }, accountRoles[role].code, baseCurrency)
        return {
          code,
          role,
          provider: '',
          name: '',
          nameZh: '',
          type: accountRoles[role].type,
          currency,
          balanceMinor: 0,
        }
      })
      .filter(({ code }) => !known.has(code)),
  )
  return [...accounts.filter(({ archivedAt }) => archivedAt === null).map(toOption), ...missing].toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  )
}

const toOption = ({
  code,
  role,
  provider,
  name,
  nameZh,
  type,
  currency,
  balanceMinor,
}: AccountOption): AccountOption => ({
  code,
  role,
  provider,
  name,
  nameZh,
  type,
  currency,
  balanceMinor,
})

/** What the account of the chart with a code is for, whether or not it exists: `5602.1.USD` is the rent in USD. */
export function chartPurposes(baseCurrency: string): (code: string) => AccountPurpose | undefined {
  return (code) => {
    const [number, suffix] = code.split(/\.(?=[A-Z]{3}$)/)
    const currency = suffix ?? baseCurrency
    const role = rolesWithOne.find((each) => accountRoles[each].code === number)
    return role !== undefined && isCurrency(currency) && suffix !== baseCurrency
      ? { role, provider: '', currency }
      : undefined
  }
}

import type { Db } from '#server/db/database.ts'
import { type AccountRow, findAccountRow } from '#server/finance/account-store.ts'
import type { ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { toStatementError } from '#server/finance/statements/statement-error.ts'
import * as store from '#server/finance/statements/statement-store.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

type Choices = Pick<InputOf<'importStatement'>, 'account' | 'accounts'>

/**
 * The account of each statement of a file: the one that was chosen for what the statement calls it, else the one that was chosen for it before.
 * `account` is for a file of one account, or for the only unknown one. Undefined where it must be chosen.
 */
export async function resolveAccounts(
  db: Db,
  statements: readonly ParsedStatement[],
  choices: Choices,
): Promise<(AccountRow | undefined)[]> {
  const keys = new Map(statements.map((statement) => [keyOf(statement), statement]))
  const found = new Map<string, AccountRow>()
  for (const [index, { account, ...named }] of (choices.accounts ?? []).entries())
    if (account !== undefined && keys.has(keyOf(named))) {
      const row = await findMoneyAccount(db, account, `/accounts/${index}/account`)
      if (row.currency !== named.currency)
        throw invalidInput({ pointer: `/accounts/${index}/account`, reason: 'ledger-account' })
      found.set(keyOf(named), row)
    }
  const general = choices.account === undefined ? undefined : await findMoneyAccount(db, choices.account, '/account')
  if (!general || keys.size > 1)
    for (const [key, { identifier, currency }] of keys)
      if (!found.has(key) && identifier !== '') {
        const code = await store.findRememberedAccount(db, identifier, currency)
        const row = code === undefined ? undefined : await findAccountRow(db, code)
        if (row && isUsable(row)) found.set(key, row)
      }
  const unknown = [...keys].filter(([key]) => !found.has(key))
  const [only] = unknown
  if (general && only && unknown.length === 1) {
    const [key, { currency, lines }] = only
    if (general.currency !== currency) throw toStatementError('currency', lines.first(1)[0])
    found.set(key, general)
  }
  return statements.map((statement) => found.get(keyOf(statement)))
}

const keyOf = ({ identifier, currency }: Pick<ParsedStatement, 'identifier' | 'currency'>): string =>
  `${currency} ${identifier}`

/** A money account that is in use. Throws `invalid-input` at the pointer. */
export async function findMoneyAccount(db: Db, code: string, pointer: string): Promise<AccountRow> {
  const account = await findAccountRow(db, code)
  if (!account || !isUsable(account)) throw invalidInput({ pointer, reason: 'ledger-account' })
  return account
}

const isUsable = ({ role, archived_at }: AccountRow): boolean =>
  accountRoles[role].isMoneyAccount && archived_at === null

import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { resolveAccounts, resolveProvider } from '#server/finance/accounts.ts'
import { findAccounts } from '#server/finance/ledger-store.ts'
import type { ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { newAccountChoice } from '#shared/finance/statement-inputs.ts'
import { identifyProvider } from '#shared/payment-providers.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

type Choices = Pick<InputOf<'importStatement'>, 'account' | 'accounts'>

/**
 * The choices with the codes of the clearing accounts that are opened for statements of a provider in a currency that it has none in, because its payments were in others. A dry run opens
 * none. Throws `invalid-input` for a statement that names no provider.
 */
export async function openClearingAccounts(
  context: AuthenticatedContext,
  statements: readonly ParsedStatement[],
  choices: Choices,
  isDryRun: boolean,
): Promise<Choices> {
  const accounts: NonNullable<Choices['accounts']> = []
  for (const [index, choice] of (choices.accounts ?? []).entries()) {
    if (choice.account !== newAccountChoice) {
      accounts.push(choice)
      continue
    }
    const { identifier, currency } = choice
    const provider = identifyProvider(identifier)
    const isOfFile = statements.some((each) => each.identifier === identifier && each.currency === currency)
    if (provider === undefined || !isOfFile)
      throw invalidInput({ pointer: `/accounts/${index}/account`, reason: 'ledger-account' })
    if (isDryRun) continue
    const code = await inTransaction(context, async (transaction) => {
      const known = await resolveProvider(transaction, provider)
      const purpose = { role: 'clearing' as const, provider: known === provider ? identifier : known, currency }
      const idOf = await resolveAccounts(transaction, context.kontor.book.currency, [purpose])
      return (await findAccounts(transaction, [idOf(purpose)]))[0]?.code
    })
    accounts.push({ identifier, currency, ...(code !== undefined && { account: code }) })
  }
  return { ...choices, accounts }
}

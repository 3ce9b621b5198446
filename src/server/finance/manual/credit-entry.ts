import { inTransaction } from '#server/auth/access.ts'
import type { Action, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { chartPurposes } from '#server/finance/account-options.ts'
import { findAccountRow } from '#server/finance/account-store.ts'
import { codeOf } from '#server/finance/accounts.ts'
import { loadEntry } from '#server/finance/manual/entry-actions.ts'
import { alone, postManualEntry } from '#server/finance/manual/manual-entry.ts'
import { parsePostings } from '#server/finance/manual/manual-postings.ts'
import { requestPosting } from '#server/finance/manual/request-posting.ts'
import { findCreditCustomer, loadCreditIn, requireCreditable } from '#server/finance/store-credit.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import type { ManualLine } from '#shared/finance/manual-entry.ts'
import { formatDecimal, formatMoney, parseDecimal } from '#shared/money.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/**
 * `POST /api/customers/:customer/credit-entries`: a manual entry that pays store credit out, or gives or takes some; with `approval` once someone else approves it. Throws
 * `invalid-input` at `/account` and `/amount`.
 */
export const postCreditEntry: Action<'postCreditEntry'> = async (context, { approval, ...input }) => {
  const plan = async (transaction: Transaction) => ({
    ...{ day: null, corrects: null, memo: input.reason },
    postings: await parsePostings(transaction, context, await toLines(transaction, context, input)),
  })
  if (approval) {
    const nothing = { reverses: null, template_id: null, month: null, matching: null }
    return requestPosting(context, async (transaction) => ({ ...(await plan(transaction)), ...nothing }))
  }
  const number = await inTransaction(context, async (transaction, actor) =>
    postManualEntry(transaction, context, alone(transaction, context, actor), {
      ...{ ...(await plan(transaction)), template: null, key: newId() },
    }),
  )
  return loadEntry(context, number)
}

/** Money is paid from an account of our own; what is given or taken is an expense, an income or another account that is no money. */
async function toLines(
  transaction: Transaction,
  { kontor: { book } }: RequestContext,
  { customer: number, change, account: code, amount }: Omit<InputOf<'postCreditEntry'>, 'approval'>,
): Promise<ManualLine[]> {
  const customer = await findCreditCustomer(transaction, number)
  if (customer === undefined) throw new ProblemError('not-found', { number })
  const account = (await findAccountRow(transaction, code)) ?? chartPurposes(book.currency)(code)
  if (!account || account.role === 'store_credit') throw invalidInput({ pointer: '/account', reason: 'ledger-account' })
  if ('archived_at' in account && account.archived_at !== null)
    throw invalidInput({ pointer: '/account', reason: 'ledger-account-archived' })
  const { isMoneyAccount } = accountRoles[account.role]
  if (isMoneyAccount !== (change === 'pay_out'))
    throw invalidInput({ pointer: '/account', reason: isMoneyAccount ? 'credit-is-adjusted' : 'credit-pays-out' })
  const { currency } = account
  const amountMinor = parseDecimal(amount, currency)
  if (amountMinor === undefined || amountMinor <= 0) {
    const parameters = { currency, example: formatDecimal(123450, currency) }
    throw invalidInput({ pointer: '/amount', reason: 'amount', parameters })
  }
  if (change === 'give') await requireCreditable(transaction, customer)
  else {
    const maximumMinor = await loadCreditIn(transaction, customer, currency)
    if (amountMinor > maximumMinor)
      throw invalidInput({
        pointer: '/amount',
        reason: 'above-balance',
        parameters: { maximum: formatMoney(maximumMinor, currency) },
      })
  }
  const credit = { account: codeOf({ currency }, accountRoles.store_credit.code, book.currency), customer }
  return change === 'give'
    ? [
        { account: code, debit: amount },
        { ...credit, credit: amount },
      ]
    : [
        { ...credit, debit: amount },
        { account: code, credit: amount },
      ]
}

import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { listAccountOptions } from '#server/finance/account-options.ts'
import { needsApproval } from '#server/finance/manual/needs-approval.ts'
import type { CreditChoices } from '#shared/customers/views.ts'
import { accountRoles } from '#shared/finance/ledger.ts'

/** What the forms that change store credit offer; null to users who post nothing. */
export async function loadCreditChoices(db: Db, context: RequestContext): Promise<CreditChoices | null> {
  const { kontor, session } = context
  if (!session || !hasPermission(context, 'finance.post')) return null
  const accounts = (await listAccountOptions(db, kontor.book.currency)).filter(({ role }) => role !== 'store_credit')
  const toChoice = ({ code, role, provider, name, nameZh, currency }: (typeof accounts)[number]) => ({
    ...{ code, role, provider, name, nameZh, currency },
  })
  return {
    payOut: accounts.filter(({ role }) => accountRoles[role].isMoneyAccount).map(toChoice),
    adjust: accounts.filter(({ type }) => ['expense', 'income', 'equity'].includes(type)).map(toChoice),
    approval: needsApproval(session.user),
  }
}

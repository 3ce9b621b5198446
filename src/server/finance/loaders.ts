import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { listAccountOptions } from '#server/finance/account-options.ts'
import * as store from '#server/finance/store.ts'
import { tabLoaders } from '#server/finance/tabs.ts'
import { financeTabNames, financeTabs } from '#shared/finance/finance-tabs.ts'
import { ProblemError } from '#shared/problem.ts'

/** `/finance`: one of its tabs, and the entry open in the panel. */
export const loadFinance: Loader<'finance'> = async (context, query) => {
  if (!hasPermission(context, 'finance.view')) return { missingPermission: 'finance.view' }
  const tab = query.tab ?? financeTabNames[0]
  const { book, database } = context.kontor
  const canPost = hasPermission(context, 'finance.post') && context.session.user.limits.manualEntryMinor !== 0
  const isPosting = canPost && query.action !== undefined && !['export', 'import'].includes(query.action)
  const [content, entry, accountOptions] = await Promise.all([
    tabLoaders[tab](context, query).catch(asNotFound),
    query.entry === undefined ? null : store.findEntry(database.read, query.entry),
    isPosting ? listAccountOptions(database.read, book.currency) : null,
  ])
  return {
    missingPermission: null,
    tabs: financeTabNames.filter((name) => hasPermission(context, financeTabs[name])),
    content,
    canPost,
    accountOptions,
    entry: query.entry === undefined ? null : (entry ?? { missing: query.entry }),
  }
}

/** An invalid query means that the page does not exist. */
function asNotFound(error: unknown): never {
  throw error instanceof ProblemError && error.problem === 'invalid-input' ? new ProblemError('not-found') : error
}

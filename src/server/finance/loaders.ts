import { asNotFound } from '#server/problems/as-not-found.ts'
import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { listAccountOptions } from '#server/finance/account-options.ts'
import type { Db } from '#server/db/database.ts'
import { listAttachments } from '#server/finance/manual/attachment-store.ts'
import { findRequestView, listOpenRequests } from '#server/finance/manual/request-views.ts'
import { findRequestOfEntry } from '#server/finance/manual/request-store.ts'
import { listTemplateViews } from '#server/finance/manual/templates.ts'
import { readEntryChain } from '#server/finance/entry-chain.ts'
import { needsApproval } from '#server/finance/manual/needs-approval.ts'
import * as store from '#server/finance/store.ts'
import { checkEntry } from '#server/finance/verify-entry.ts'
import { loadSeller } from '#server/print/seller-actions.ts'
import { tabLoaders } from '#server/finance/tabs.ts'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { financeTabNames, financeTabs } from '#shared/finance/finance-tabs.ts'

/** What needs no list of accounts. */
const otherActions: ReadonlySet<string> = new Set([
  'export',
  'columns',
  'import',
  'templates',
  'close',
  'reopen',
  'reject',
  'accounting-package',
  'assign',
  'wait',
  'due',
])

/** `/finance`: one of its tabs, and the entry open in the panel. */
export const loadFinance: Loader<'finance'> = async (context, query) => {
  if (!hasPermission(context, 'finance.view')) return { missingPermission: 'finance.view' }
  const tab = query.tab ?? financeTabNames[0]
  const { book, database } = context.kontor
  const canPost = hasPermission(context, 'finance.post')
  // The number of an entry as a search opens it.
  const isNumber = tab !== 'reconciliation' && /^\d{1,15}$/.test(query.q ?? '')
  const openNumber = query.entry ?? (isNumber ? Number(query.q) : undefined)
  const isPosting = canPost && query.action !== undefined && !otherActions.has(query.action)
  const [
    content,
    seller,
    entry,
    accountOptions,
    request,
    openRequests,
    attachments,
    templates,
    origin,
    verification,
    chain,
  ] = await Promise.all([
    tabLoaders[tab](context, query).catch(asNotFound),
    loadSeller(database.read),
    openNumber === undefined ? null : store.findEntry(database.read, openNumber),
    isPosting ? listAccountOptions(database.read, book.currency) : null,
    query.request === undefined ? undefined : findRequestView(context, query.request),
    tab === 'flow' ? listOpenRequests(context) : [],
    listOpenAttachments(database.read, { ...query, entry: openNumber }),
    tab !== 'flow' || !canPost ? [] : listTemplateViews(context),
    openNumber === undefined ? undefined : findRequestOfEntry(database.read, openNumber),
    query.entry === undefined || query.verify === undefined ? undefined : checkEntry(database.read, query.entry),
    openNumber === undefined ? undefined : readEntryChain(database.read, openNumber),
  ])
  return {
    missingPermission: null,
    tabs: financeTabNames.filter((name) => hasPermission(context, financeTabs[name])),
    content,
    sellerName: seller.name,
    canPost,
    approval: needsApproval(context.session.user),
    openRequests,
    attachments,
    origin: origin ?? null,
    verification: verification ?? null,
    chain: chain ?? null,
    templates,
    request: query.request === undefined ? null : (request ?? { missing: query.request }),
    accountOptions,
    entry: entry ?? (query.entry === undefined ? null : { missing: query.entry }),
  }
}

/** The files of what is open in the panel. */
async function listOpenAttachments(db: Db, { entry, request, line }: FinanceQuery): Promise<EntryAttachment[]> {
  const none = { entry_seq: null, request_id: null, line_id: null }
  if (entry !== undefined) return listAttachments(db, { ...none, entry_seq: entry })
  if (request !== undefined) return listAttachments(db, { ...none, request_id: request })
  return line === undefined ? [] : listAttachments(db, { ...none, line_id: line })
}

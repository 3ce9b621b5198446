import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { chartPurposes } from '#server/finance/account-options.ts'
import { listLedgerAccounts } from '#server/finance/account-views.ts'
import { sumDebits } from '#server/finance/manual/manual-postings.ts'
import * as store from '#server/finance/manual/request-store.ts'
import { allowedRequestActions, type EntryRequestView, maxListedRequests } from '#shared/finance/entry-requests.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** A request as the user of the request sees it. */
export async function findRequestView(context: RequestContext, id: string): Promise<EntryRequestView | undefined> {
  const row = await store.findRequest(context.kontor.database.read, id)
  return row && (await toRequestViews(context, [row]))[0]
}

/** The same; throws without the request, which was just written. */
export async function loadRequestView(context: RequestContext, id: string): Promise<EntryRequestView> {
  const view = await findRequestView(context, id)
  if (!view) throw new Error(`The request ${id} is missing`)
  return view
}

/** The requests that wait for approval, the oldest first, as the user of the request sees them. */
export async function listOpenRequests(context: RequestContext): Promise<EntryRequestView[]> {
  const { database, now } = context.kontor
  return toRequestViews(context, await store.listOpenRequests(database.read, now(), maxListedRequests))
}

/** The requests that the user can approve, the oldest first; none without the permission. */
export async function listEntriesToApprove(context: RequestContext): Promise<EntryRequestView[]> {
  if (!hasPermission(context, 'finance.view') || !hasPermission(context, 'finance.approve')) return []
  return (await listOpenRequests(context)).filter(({ actions }) => actions.includes('approve'))
}

/** Requests as the user of the request sees them, in the order of the rows. */
async function toRequestViews(
  context: RequestContext,
  rows: readonly store.EntryRequestRow[],
): Promise<EntryRequestView[]> {
  if (rows.length === 0) return []
  const { kontor, session } = context
  const nameAccount = await createAccountNames(kontor.database.read, kontor.book.currency)
  return rows.map((row) => {
    const postings = JSON.parse(row.lines) as ManualPosting[]
    const isExpired = row.status === 'requested' && row.expires_at <= kontor.now()
    const isOwn = row.requested_by === session?.user.id
    return {
      request: row.id,
      status: isExpired ? 'expired' : row.status,
      memo: row.memo,
      day: row.day,
      lines: postings.map(({ account, currency, amountMinor }) => ({ currency, amountMinor, ...nameAccount(account) })),
      customer: postings.find((posting) => posting.customer !== undefined)?.customer ?? null,
      amounts: sumDebits(postings),
      corrects: row.corrects,
      reverses: row.reverses,
      line: describeMatching(row),
      requestedBy: row.requester_name,
      requestedAt: row.requested_at,
      expiresAt: row.expires_at,
      decidedBy: row.decider_name,
      decidedAt: row.decided_at,
      reason: row.reason,
      entry: row.entry_seq,
      isOwn,
      actions: allowedRequestActions(row.status, {
        isOwn,
        isExpired,
        canApprove: hasPermission(context, 'finance.approve'),
        canPost: hasPermission(context, 'finance.post'),
      }),
    }
  })
}

/** What is done with a line of a statement when a request is approved: it is matched, or its match is undone. */
export type RequestedMatching = { line: string; account: string } & (
  Pick<InputOf<'postMatch'>, 'lines' | 'postings' | 'proposal' | 'difference'> | { undo: string }
)

/** Throws for a request without one. */
export const parseMatching = ({ matching }: { matching: string }): RequestedMatching =>
  JSON.parse(matching) as RequestedMatching

function describeMatching({ matching }: Pick<store.EntryRequestRow, 'matching'>): EntryRequestView['line'] {
  if (matching === null) return null
  const requested = parseMatching({ matching })
  return { id: requested.line, account: requested.account, isUndo: 'undo' in requested }
}

/** What the account with a code is called, also one of the chart that does not exist yet. */
export async function createAccountNames(db: Db, baseCurrency: string) {
  const accounts = new Map((await listLedgerAccounts(db)).map((account) => [account.code, account]))
  const purposes = chartPurposes(baseCurrency)
  return (code: string): Omit<EntryRequestView['lines'][number], 'currency' | 'amountMinor'> => {
    const {
      role = purposes(code)?.role ?? 'suspense',
      provider = '',
      name = '',
      nameZh = '',
    } = accounts.get(code) ?? {}
    return { accountCode: code, role, provider, name, nameZh }
  }
}

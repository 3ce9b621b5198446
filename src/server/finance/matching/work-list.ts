import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { loadViews } from '#server/list/view-actions.ts'
import { describeErrors, emptyPage, readSearchErrors } from '#server/list/query-errors.ts'
import { resolveToday } from '#server/list/resolve-days.ts'
import { findPeople } from '#server/list/resolve-values.ts'
import { listOtherIds, resolveAccountNames } from '#server/finance/matching/account-names.ts'
import { listLineOwners } from '#server/finance/matching/follow-up-store.ts'
import { loadFollowUps } from '#server/finance/matching/follow-ups.ts'
import { type BookOf, bookToday, toLineFilter } from '#server/finance/matching/line-query.ts'
import { isUnmatched, toLineView } from '#server/finance/matching/line-views.ts'
import { findMissingOpening } from '#server/finance/matching/opening-balance.ts'
import { lineId, toOpenLine } from '#server/finance/matching/open-lines-store.ts'
import { type LineChoice, loadLine } from '#server/finance/matching/opened-line.ts'
import { findProposals } from '#server/finance/matching/proposals.ts'
import { loadRequestedLines } from '#server/finance/matching/requested-matches.ts'
import * as store from '#server/finance/matching/reconciliation-store.ts'
import { listReconciliations } from '#server/finance/matching/reconciliation-views.ts'
import { keyOfDay, type ListedLine, searchLines } from '#server/finance/matching/search-lines.ts'
import { countLines } from '#server/finance/statements/lines-store.ts'
import { type KeysetPage, readKeysetPage, toCount } from '#server/list/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import { linesWithoutOwner, matchLinesList, type MatchLinesQuery } from '#shared/finance/matching/match-lines-list.ts'
import type { MatchLineList, WorkListView } from '#shared/finance/matching/views.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import type { FieldError } from '#shared/problem.ts'
import type { Count } from '#shared/list/count.ts'

/** A page of the lines of an account: the open ones oldest first, others newest first. Undefined for one without statements. Throws for a malformed cursor. */
export async function readMatchLines(
  db: Db,
  { account: code, cursor, ...query }: MatchLinesQuery,
  book: BookOf,
): Promise<MatchLineList | undefined> {
  const [account] = await store.listReconciledAccounts(db, code)
  const [reconciliation] = await listReconciliations(db, book.today, code)
  if (!account || !reconciliation) return undefined
  const filter = await toLineFilter(db, account, { account: code, ...query }, book)
  const isForward = isUnmatched(filter.state)
  const page = await readKeysetPage<ListedLine>({
    cursor,
    sort: filter.state,
    keyOf: keyOfDay,
    exampleKey: ['2026-01-01', '', 0],
    find: (reversed, after, limit) =>
      searchLines(db, filter, { direction: reversed === isForward ? 'desc' : 'asc', after, limit }),
  })
  const findings = isForward ? await findProposals(db, account, page.rows.map(toOpenLine)) : []
  const byId = new Map(findings.map((each) => [each.line.id, each]))
  const names = await resolveAccountNames(db, account, listOtherIds(findings), book.baseCurrency)
  const followUpOf = await loadFollowUps(db, page.rows)
  const requested = await loadRequestedLines(db, book.now)
  return {
    account: reconciliation,
    ...page,
    rows: page.rows.map((row) =>
      toLineView(row, book, {
        state: filter.state,
        followUp: followUpOf(row),
        request: requested.get(lineId(row)),
        finding: byId.get(lineId(row)),
        names,
        isOpened: false,
      }),
    ),
    count: await countFound(db, filter, page),
  }
}

/** How many lines a view has; none of an account that has no statements any more. */
export async function countMatchLines(context: AuthenticatedContext, query: MatchLinesQuery): Promise<Count> {
  const { read } = context.kontor.database
  const [account] = await store.listReconciledAccounts(read, query.account)
  if (!account) return { exact: 0 }
  const book = bookToday(context)
  const { search, currency, ...filter } = await toLineFilter(
    read,
    account,
    resolveToday(context, matchLinesList, query),
    book,
  )
  if (search === undefined) return toCount(await countLines(read, filter, countLimit + 1))
  const { rows, stoppedAt } = await searchLines(
    read,
    { search, currency, ...filter },
    { direction: 'desc', after: undefined, limit: maxCountedFound },
  )
  return rows.length === maxCountedFound || stoppedAt ? { atLeast: rows.length } : { exact: rows.length }
}

/** Results of a search are counted up to this number of lines. */
const maxCountedFound = 100

/** How many lines there are; what a search finds is counted on one page only. */
async function countFound(
  db: Db,
  { search, ...filter }: Awaited<ReturnType<typeof toLineFilter>>,
  { rows, next, previous }: KeysetPage<ListedLine>,
): Promise<Count> {
  if (search !== undefined)
    return next === null && previous === null ? { exact: rows.length } : { atLeast: rows.length }
  return toCount(await countLines(db, filter, countLimit + 1))
}

/** The work list of `/finance` with the line that is open. */
export async function loadWorkList(
  context: AuthenticatedContext,
  { line, find, lines: chosenLines, postings, ...query }: MatchLinesQuery & LineChoice & { line?: string | undefined },
): Promise<WorkListView | { missing: string }> {
  const { read } = context.kontor.database
  const book = bookToday(context)
  const errors = [...findQueryErrors(matchLinesList, query), ...(await findOwnerErrors(read, query.owner, book))]
  const { account: code, state = 'open', cursor, from, to, owner, q } = query
  const valid = { account: code, state, ...(errors.length === 0 && { owner, q, cursor, from, to }) }
  const lines = await readMatchLines(read, valid, book)
  const [account] = await store.listReconciledAccounts(read, code)
  if (!lines || !account) return { missing: code }
  const opened =
    line === undefined
      ? null
      : ((await loadLine(
          read,
          {
            ...{ ...valid, find, lines: chosenLines, postings },
            searchesNames: hasPermission(context, 'customers.view_personal'),
          },
          line,
          book,
        )) ?? { missing: line })
  const isDone = state === 'open' && lines.account.openCount <= lines.account.waitingCount
  return {
    ...lines,
    nextAccount: isDone ? await findNextAccount(read, code, book.today) : null,
    ...(errors.length > 0 && emptyPage),
    opening: await findMissingOpening(read, account.id, lines.account, book.baseCurrency),
    state,
    rules: await store.countRules(read, account.id),
    owners: await listLineOwners(read),
    views: await loadViews(context, 'matchLines'),
    ...describeErrors(matchLinesList, errors, query, context.locale),
    line: opened,
  }
}

/** The error of the owner in a query. */
async function findOwnerErrors(db: Db, owner: string | undefined, { userId }: BookOf): Promise<FieldError[]> {
  if (owner === undefined || owner === linesWithoutOwner) return []
  try {
    await findPeople(db, userId, 'owner', owner)
    return []
  } catch (error) {
    return readSearchErrors(error)
  }
}

/** The next account by its code with lines that are open and do not wait; after the last one comes the first. */
async function findNextAccount(db: Db, code: string, today: string): Promise<WorkListView['nextAccount']> {
  const open = (await listReconciliations(db, today)).filter(({ openCount, waitingCount }) => openCount > waitingCount)
  const next = open.find(({ account }) => account.code > code) ?? open[0]
  return next?.account ?? null
}

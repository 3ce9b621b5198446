import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findPeople } from '#server/list/resolve-values.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { linesWithoutOwner, type MatchLinesQuery } from '#shared/finance/matching/match-lines-list.ts'
import { unquoteWords } from '#shared/list/filter-fields.ts'
import { dayOf } from '#shared/time.ts'

/** Parameters of a view of lines besides its query. */
export interface BookOf {
  /** Today in the book's time zone. */
  today: string
  /** The book's currency, in which codes of the chart have no suffix. */
  baseCurrency: string
  userId: string
  /** The time, at which requests may have expired. */
  now: number
  /** The providers that can be asked. */
  refundProviders: Kontor['refundProviders']
}

/** The day, the book and the user of a request. */
export const bookToday = ({ kontor: { book, now, refundProviders }, session }: AuthenticatedContext): BookOf => ({
  today: dayOf(now(), book.timeZone),
  baseCurrency: book.currency,
  userId: session.user.id,
  now: now(),
  refundProviders,
})

/** The conditions of a query, for the user who asks. */
export const toLineFilter = async (
  db: Db,
  account: MatchedAccount,
  { from, to, state = 'open', owner, q }: MatchLinesQuery,
  { today, userId }: BookOf,
) => ({
  accountId: account.id,
  currency: account.currency,
  state,
  ownerIds:
    owner === linesWithoutOwner ? null : owner === undefined ? undefined : await findPeople(db, userId, 'owner', owner),
  from,
  to,
  search: q === undefined ? undefined : unquoteWords(q),
  today,
})

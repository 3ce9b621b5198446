import { cutText } from '#shared/cut-text.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { listPostingsOfEntries } from '#server/finance/matching/entry-postings-store.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { ProblemError } from '#shared/problem.ts'
import { timeAt } from '#shared/time.ts'

/** Posts what the matches post, at noon of the day of their last line; for each match its entry. */
export async function postMatchEntries(
  transaction: Transaction,
  context: RequestContext,
  account: MatchedAccount,
  matches: readonly NewMatch[],
  ids: readonly string[],
): Promise<(PostedEntry | undefined)[]> {
  const { book } = context.kontor
  const purposes = matches.flatMap(({ entry }) =>
    (entry?.lines ?? []).flatMap(({ role, currency = account.currency }) =>
      role === 'account' || role === 'other' ? [] : [{ role, provider: '', currency }],
    ),
  )
  const accountIdOf = await resolveAccounts(transaction, book.currency, purposes)
  const drafts = matches.flatMap(({ entry, lines, memo, otherId }, index): { index: number; draft: EntryDraft }[] => {
    const [first] = lines
    if (!entry || !first) return []
    return [
      {
        index,
        draft: {
          kind: entry.kind,
          occurredAt: timeOfLines(context, lines),
          memo: memo ?? toMemo(first),
          source: matchSource,
          externalId: ids[index] ?? '',
          links: [],
          lines: entry.lines.map(({ role, amountMinor, currency = account.currency }) => ({
            accountId:
              role === 'account'
                ? account.id
                : role === 'other'
                  ? (otherId ?? '')
                  : accountIdOf({ role, provider: '', currency }),
            amountMinor,
          })),
        },
      },
    ]
  })
  const capacity = await openCapacity(transaction)
  for (const { entry } of matches)
    for (const [currency, lines] of Map.groupBy(entry?.lines ?? [], (line) => line.currency ?? account.currency))
      if (!capacity.reserve(currency, lines)) throw new ProblemError('ledger-full', { currency })
  const numbers = await postEntries(
    transaction,
    context,
    drafts.map(({ draft }) => draft),
  )
  const postings = Map.groupBy(await listPostingsOfEntries(transaction, numbers), ({ entry_seq }) => entry_seq)
  const posted: (PostedEntry | undefined)[] = matches.map(() => undefined)
  for (const [position, { index }] of drafts.entries()) {
    const seq = numbers[position] ?? 0
    posted[index] = { seq, postings: postings.get(seq) ?? [] }
  }
  return posted
}

/** The number of an entry that a match posted, and what it posted. */
export interface PostedEntry {
  seq: number
  postings: PostedPosting[]
}

/** A posting as the rows of matches name it. */
export type PostedPosting = Awaited<ReturnType<typeof listPostingsOfEntries>>[number]

/** Noon of the day of the last line, or now if that is earlier. */
export const timeOfLines = ({ kontor }: RequestContext, lines: readonly Pick<OpenLineRow, 'day'>[]): number => {
  const last =
    lines
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? ''
  return Math.min(timeAt(last, noonMs, kontor.book.timeZone), kontor.now())
}

/** The memo of an entry that a match posts. */
export const toMemo = ({ counterparty, description }: Pick<OpenLineRow, 'counterparty' | 'description'>): string =>
  cutText([counterparty, description].filter((text) => text !== '').join(' · '), 200)

/** The source of entries that matches post; their external id is that of the match. */
export const matchSource = 'matching'

const noonMs = 12 * 3_600_000

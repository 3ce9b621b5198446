import { DebitAndCredit, toPosting } from '#client/finance/debit-and-credit.tsx'
import { PostButtons } from '#client/finance/manual/post-buttons.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import {
  type Difference,
  differenceEntry,
  directedAmount,
  type MatchEntry,
  parseDifference,
} from '#shared/finance/matching/match-entry.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import { add, formatMoney } from '#shared/money.ts'
import { useEffect, useRef, useState } from 'react'

/** What is chosen in the form: ids of lines and postings, and as what the difference is posted. */
export interface ChosenMatch {
  lines: readonly string[]
  postings: readonly string[]
  difference: Difference | null
}

interface MatchPreviewProps {
  line: OpenedLine
  currency: string
  /** What is chosen when the page is loaded. */
  chosen: ChosenMatch
  /** When the entry that the form posts needs an approval. */
  approval: PostingApproval
}

/** What the form around it matches as it is filled in: both sums, their difference, and the entry that is posted for it; with its buttons. */
export function MatchPreview({ line, currency, chosen: initial, approval }: MatchPreviewProps) {
  const { matching } = useMatchingMessages()
  const { ref, chosen } = useChosenMatch(initial)
  const lines = [
    { amountMinor: line.amountMinor, feeMinor: line.feeMinor ?? 0, hasNoDirection: line.hasNoDirection },
    ...line.otherLines.filter(({ id }) => chosen.lines.includes(id)),
  ]
  const postedMinor = add(
    ...line.candidates.filter(({ id }) => chosen.postings.includes(id)).map(({ amountMinor }) => amountMinor),
  )
  const linesMinor = add(...lines.map((each) => directedAmount(each, postedMinor)))
  const entry = differenceEntry(lines, postedMinor, chosen.difference)
  const isChosen = chosen.lines.length + chosen.postings.length > 0 || chosen.difference !== null
  return (
    <>
      <div ref={ref} className="match-preview">
        <dl className="match-preview__sums sm">
          <dt>{matching.sums.lines}</dt>
          <dd className="num">
            <Money minor={linesMinor} currency={currency} />
          </dd>
          <dt>{matching.sums.postings}</dt>
          <dd className="num">
            <Money minor={postedMinor} currency={currency} />
          </dd>
        </dl>
        <p className="sm" role="status">
          {isChosen &&
            (entry === undefined ? (
              <span className="status status--error">
                <Icon name="triangle-alert" />
                {matching.differs(formatMoney(add(linesMinor, -postedMinor), currency))}
              </span>
            ) : (
              entry === null && (
                <span className="status">
                  <Icon name="scale" />
                  {matching.agrees}
                </span>
              )
            ))}
        </p>
        {isChosen && entry && (
          <DebitAndCredit
            title={matching.posts}
            postings={entry.lines.flatMap(({ role, amountMinor }) => {
              const account = findAccount(line, role, chosen.difference)
              return account ? [toPosting(account, currency, amountMinor)] : []
            })}
          />
        )}
      </div>
      <MatchButtons approval={approval} posts={chosen.difference !== null} />
    </>
  )
}

/** Only what is posted may need an approval. Without script it is not known what is chosen. */
function MatchButtons({ approval, posts }: { approval: PostingApproval; posts: boolean }) {
  const { ledger, matching } = useMatchingMessages()
  return (
    <div className="row">
      <PostButtons
        size="sm"
        icon="link"
        variant="default"
        label={matching.match}
        approval={posts ? approval : 'never'}
      />
      {!posts && approval !== 'never' && (
        <noscript>
          <button type="submit" name="approval" value="1" className="btn btn--sm">
            {ledger.requests.request}
          </button>
        </noscript>
      )}
    </div>
  )
}

/** The account of a posting of the entry. */
function findAccount(
  { entryAccounts, postableAccounts }: OpenedLine,
  role: MatchEntry['lines'][number]['role'],
  difference: Difference | null,
): OpenedLine['entryAccounts'][number] | undefined {
  if (role === 'account') return entryAccounts[0]
  if (role !== 'other') return entryAccounts.find((each) => each.role === role)
  const code = typeof difference === 'object' ? difference?.account : undefined
  return postableAccounts.find((each) => each.code === code)
}

/** What is chosen so far, in the form that the element is part of. */
function useChosenMatch(initial: ChosenMatch) {
  const ref = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(initial)
  useEffect(() => {
    const form = ref.current?.closest('form')
    if (!form) return
    const read = (): void => {
      const data = new FormData(form)
      const texts = (name: string): string[] => data.getAll(name).map(String)
      const difference = String(data.get('difference') ?? '')
      setChosen({
        lines: texts('lines'),
        postings: texts('postings'),
        difference: difference === '' ? null : parseDifference(difference),
      })
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  return { ref, chosen }
}

import { DebitAndCredit, toPosting } from '#client/finance/debit-and-credit.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { differenceNames } from '#shared/finance/matching/inputs.ts'
import { type Difference, differenceEntry, directedAmount } from '#shared/finance/matching/match-entry.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
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
}

/** What the form around it matches as it is filled in: both sums, their difference, and the entry that is posted for it. */
export function MatchPreview({ line, currency, chosen: initial }: MatchPreviewProps) {
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
            const account = line.entryAccounts.find((each) =>
              role === 'account' ? each === line.entryAccounts[0] : each.role === role,
            )
            return account ? [toPosting(account, currency, amountMinor)] : []
          })}
        />
      )}
    </div>
  )
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
      const difference = differenceNames.find((name) => name === data.get('difference')) ?? null
      setChosen({ lines: texts('lines'), postings: texts('postings'), difference })
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  return { ref, chosen }
}

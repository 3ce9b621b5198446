import { useMessages } from '#client/screen.tsx'
import { Money } from '#client/ui/money.tsx'
import type { EntryView } from '#shared/finance/views.ts'

/**
 * The postings of an entry on one line, `Dr … Cr …`; opened, each with code, name and amount, credits indented as in a journal.
 * Plain `details`: it works without script, and the browser's own search finds what is folded away.
 */
export function Postings({ entry }: { entry: EntryView }) {
  const { finance } = useMessages()
  const names = (of: EntryView['postings']) => [
    ...new Set(of.map((posting) => finance.accountShort(posting.role, posting.provider))),
  ]
  const debits = entry.postings.filter((posting) => posting.amountMinor > 0)
  const credits = entry.postings.filter((posting) => posting.amountMinor < 0)
  const bare = entry.flows.length < 2
  return (
    <details className="postings">
      <summary>
        <span className="postings__side">{finance.debitShort}</span>
        {names(debits).join(', ')}
        <span className="postings__side">{finance.creditShort}</span>
        {names(credits).join(', ')}
      </summary>
      <ul>
        {[...debits, ...credits].map((posting, index) => (
          <li key={index} className={posting.amountMinor < 0 ? 'postings__credit' : undefined}>
            <span className="dimmed">{posting.amountMinor < 0 ? finance.creditShort : finance.debitShort}</span>
            <span>
              {posting.accountCode} {finance.accountName(posting.role, posting.provider)}
            </span>
            <Money minor={posting.amountMinor} currency={posting.currency} sign="never" bare={bare} />
          </li>
        ))}
      </ul>
    </details>
  )
}

import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { AccountOption } from '#shared/finance/account-views.ts'
import { naturalBalance } from '#shared/finance/ledger.ts'
import { type ManualLine, type ManualPosting, parseManualLines, sumByCurrency } from '#shared/finance/manual-entry.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { formatAmount } from '#shared/money.ts'
import { useEffect, useRef, useState } from 'react'

interface EntryPreviewProps {
  accounts: readonly AccountOption[]
  /** The entry that is reversed at the same time. */
  reversed: EntryView | null
}

/** What the form around it does to the balances of accounts, as it is filled in, and by how much its sides still differ. */
export function EntryPreview({ accounts, reversed }: EntryPreviewProps) {
  const { ledger, finance } = useLedgerMessages()
  const words = ledger.manual
  const { ref, lines } = useEnteredLines()
  const currencyOf = (code: string): string | undefined => accounts.find((account) => account.code === code)?.currency
  const { postings } = parseManualLines(lines, currencyOf)
  const opposite = (reversed?.postings ?? []).map(({ accountCode, currency, amountMinor }): ManualPosting => ({
    account: accountCode,
    currency,
    amountMinor: -amountMinor,
  }))
  const differences = [...sumByCurrency(postings)].filter(([, sum]) => sum !== 0n)
  const changes = [...Map.groupBy([...opposite, ...postings], ({ account }) => account)].flatMap(
    ([code, ofAccount]) => {
      const account = accounts.find((each) => each.code === code)
      const change = ofAccount.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      return account && change !== 0 && Number.isSafeInteger(account.balanceMinor + change) ? [{ account, change }] : []
    },
  )
  return (
    <div ref={ref} className="entry-preview">
      {changes.length > 0 && (
        <Table label={words.preview} inset>
          <thead>
            <tr>
              <th scope="col">{finance.account}</th>
              <th scope="col" className="num">
                {words.before}
              </th>
              <th scope="col" className="num">
                {words.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ account, change }) => (
              <tr key={account.code}>
                <td>
                  {account.code} {ledger.accountName(account)}
                </td>
                <td className="num">
                  <Money minor={naturalBalance(account.type, account.balanceMinor)} currency={account.currency} />
                </td>
                <td className="num">
                  <Money
                    minor={naturalBalance(account.type, account.balanceMinor + change)}
                    currency={account.currency}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {postings.length > 0 && (
        <p className="sm" role="status">
          {differences.length === 0 ? (
            <span className="status">
              <Icon name="scale" />
              {ledger.bothSidesAgree}
            </span>
          ) : (
            differences.map(([currency, sum]) => (
              <span key={currency} className="status status--error">
                <Icon name="triangle-alert" />
                {words.difference(formatExact(sum, currency), currency)}
              </span>
            ))
          )}
        </p>
      )}
    </div>
  )
}

const formatExact = (sum: bigint, currency: string): string => {
  const amount = Number(sum < 0n ? -sum : sum)
  return Number.isSafeInteger(amount) ? formatAmount(amount, currency) : '…'
}

/** The lines that are filled in so far, in the form that the element is part of. */
function useEnteredLines() {
  const ref = useRef<HTMLDivElement>(null)
  const [lines, setLines] = useState<ManualLine[]>([])
  useEffect(() => {
    const form = ref.current?.closest('form')
    if (!form) return
    const read = (): void => setLines(readLines(new FormData(form)))
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  return { ref, lines }
}

function readLines(data: FormData): ManualLine[] {
  const text = (name: string): string | undefined => String(data.get(name) ?? '').trim() || undefined
  const lines: ManualLine[] = []
  for (let index = 0; data.has(`lines[${index}][account]`); index++) {
    const field = (name: string): string | undefined => text(`lines[${index}][${name}]`)
    lines.push({ account: field('account') ?? '', debit: field('debit'), credit: field('credit') })
  }
  return lines
}

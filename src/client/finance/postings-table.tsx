import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import { useTitledTime } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { LedgerAccount, PostingRow } from '#shared/finance/account-views.ts'
import { postingsList } from '#shared/finance/accounts-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { formatAmount } from '#shared/money.ts'

interface PostingsTableProps {
  query: FinanceQuery
  account: LedgerAccount
  rows: readonly PostingRow[]
}

/** The postings of an account, newest first, each with the balance after it. The page names the currency. */
export function PostingsTable({ query, account, rows }: PostingsTableProps) {
  const { common, finance, ledger } = useLedgerMessages()
  const renderTime = useTitledTime('book')
  const openHref = createOpenHref(postingsList, query)
  const lastOpen = useLastOpen(query.entry ?? null)
  const highlighted = rows.find(({ entry }) => entry === lastOpen)
  useRowClick()
  const amount = (minor: number): string => formatAmount(minor, account.currency)
  const cells: Record<ColumnId<typeof postingsList>, (row: PostingRow) => Cell> = {
    entry: ({ entry }) => <a href={openHref(entry)}>{entry}</a>,
    occurred: ({ occurredAt }) => renderTime(occurredAt),
    kind: ({ kind }) => labelOf(finance.kinds, kind),
    memo: ({ memo }) => memo,
    counter: ({ counterAccounts }) => counterAccounts.map(ledger.accountShort).join(common.listSeparator),
    debit: ({ amountMinor }) => amountMinor > 0 && [<i key="side">{finance.debitShort} </i>, amount(amountMinor)],
    credit: ({ amountMinor }) => amountMinor < 0 && [<i key="side">{finance.creditShort} </i>, amount(-amountMinor)],
    balance: ({ balanceMinor }) => `${balanceMinor < 0 ? '−' : ''}${amount(Math.abs(balanceMinor))}`,
  }
  return (
    <ListTable
      list={postingsList}
      query={query}
      label={ledger.accounts.postings}
      className="postings"
      headings={ledger.accounts.postingColumns}
      cells={cells}
      rows={rows}
      keyOf={keyOf}
      highlighted={highlighted ? keyOf(highlighted) : null}
    />
  )
}

/** An entry may have several postings of one account. */
const keyOf = ({ entry, position }: PostingRow): string => `${entry}.${position}`

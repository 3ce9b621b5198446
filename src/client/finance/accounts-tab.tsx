import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { AccountPage } from '#client/finance/account-page.tsx'
import { AddAccountDialog } from '#client/finance/account-dialogs.tsx'
import { accountHref, financeHref } from '#client/finance/finance-url.ts'
import type { TabProps } from '#client/finance/tabs.tsx'
import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { columnAttributes, type Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import { accountsList } from '#shared/finance/accounts-list.ts'
import { isDebitType } from '#shared/finance/ledger.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { add, currencyPrefix, formatAmount } from '#shared/money.ts'
import type { ReactNode } from 'react'

/** The chart of accounts with the trial balance below, or one account with its postings. */
export function AccountsTab({ query, content, form }: TabProps<'accounts'>) {
  const { ledger } = useLedgerMessages()
  const canManage = usePermission('finance.manage_accounts')
  if (content.opened) return <AccountPage query={query} opened={content.opened} form={form} />
  return (
    <>
      {content.accounts.length > 0 ? (
        <Accounts query={query} accounts={content.accounts} />
      ) : (
        <Empty icon="notebook-text" title={ledger.accounts.none}>
          {ledger.accounts.noneHint}
        </Empty>
      )}
      {canManage && (query.newAccount !== undefined || form?.endpoint === 'addLedgerAccount') && (
        <AddAccountDialog closeHref={financeHref(query, { newAccount: undefined })} form={form} />
      )}
    </>
  )
}

function Accounts({ query, accounts }: { query: TabProps<'accounts'>['query']; accounts: readonly LedgerAccount[] }) {
  const messages = useLedgerMessages()
  const { book } = usePageContext()
  const renderTime = useTitledTime('book')
  useRowClick()
  const { finance, ledger } = messages
  const words = ledger.accounts
  const currencies = [...new Set([book.currency, ...accounts.map(({ currency }) => currency)])]
  const ordered = currencies.flatMap((currency) => accounts.filter((account) => account.currency === currency))
  const hideCurrency = new Set(accounts.map(({ currency }) => currency)).size === 1
  // A balance of zero is on the side where the account grows.
  const side = ({ type, balanceMinor, currency }: LedgerAccount, sign: 1 | -1, name: string): Cell =>
    (Math.sign(balanceMinor) || (isDebitType(type) ? 1 : -1)) === sign && (
      <>
        {balanceMinor !== 0 && <i>{name} </i>}
        {!hideCurrency && <span className="dimmed">{currencyPrefix(currency)}</span>}
        {formatAmount(sign * balanceMinor, currency)}
      </>
    )
  const cells: Record<ColumnId<typeof accountsList>, (account: LedgerAccount) => Cell> = {
    account: (account) => (
      <>
        <a href={accountHref(account.code)}>
          <i>{account.code}</i> {ledger.accountName(account)}
        </a>
        {account.archivedAt !== null && <span className="dimmed"> · {words.archived}</span>}
      </>
    ),
    type: ({ type }) => ledger.types[type],
    moved: ({ lastMovedAt }) =>
      lastMovedAt === null ? <span className="dimmed">{words.never}</span> : renderTime(lastMovedAt),
    debit: (account) => side(account, 1, finance.debitShort),
    credit: (account) => side(account, -1, finance.creditShort),
  }
  return (
    <ListTable
      list={accountsList}
      query={query}
      label={words.list}
      className="accounts"
      headings={words.columns}
      cells={cells}
      rows={ordered}
      keyOf={({ code }) => code}
      highlighted={null}
      foot={currencies.map((currency) => (
        <TrialBalance
          key={currency}
          currency={currency}
          accounts={accounts.filter((account) => account.currency === currency)}
          messages={messages}
        />
      ))}
    />
  )
}

/** The sums of both columns in a currency, which must be equal. */
function TrialBalance({
  currency,
  accounts,
  messages,
}: {
  currency: string
  accounts: readonly LedgerAccount[]
  messages: LedgerMessages
}) {
  if (accounts.length === 0) return null
  const words = messages.ledger.accounts
  const debit = add(...accounts.map(({ balanceMinor }) => Math.max(balanceMinor, 0)))
  const credit = add(...accounts.map(({ balanceMinor }) => Math.max(-balanceMinor, 0)))
  const isBalanced = debit === credit
  const cells: Record<ColumnId<typeof accountsList>, ReactNode> = {
    account: null,
    type: (
      <span className={isBalanced ? 'status' : 'status status--error'}>
        <Icon name={isBalanced ? 'scale' : 'triangle-alert'} />
        {isBalanced ? words.balanced : words.different(formatAmount(Math.abs(debit - credit), currency))}
      </span>
    ),
    moved: null,
    debit: <Money minor={debit} currency={currency} />,
    credit: <Money minor={credit} currency={currency} />,
  }
  const [first, ...rest] = accountsList.columns
  return (
    <tr>
      <th scope="row" {...columnAttributes(first)}>
        {words.trialBalance(currency)}
      </th>
      {rest.map((column) => (
        <td key={column.id} {...columnAttributes(column)}>
          {cells[column.id]}
        </td>
      ))}
    </tr>
  )
}

import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { accountHref } from '#client/finance/finance-url.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { AccountName } from '#shared/finance/flow-figures.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { add, formatAmount } from '#shared/money.ts'

/** A posting, without the balance after it while it is not posted. */
type Posting = Omit<EntryView['postings'][number], 'balanceMinor'> & { balanceMinor?: number }

/** What would be posted to an account. */
export const toPosting = (
  { code: accountCode, role, provider, name, nameZh }: AccountName,
  currency: string,
  amountMinor: number,
): Posting => ({ accountCode, role, provider, name, nameZh, currency, amountMinor })

/** Postings in debit and credit columns, with their sums below, per currency. */
export function DebitAndCredit({ postings, title }: { postings: readonly Posting[]; title?: string }) {
  const { finance, ledger } = useLedgerMessages()
  const currencies = [...new Set(postings.map((posting) => posting.currency))]
  const sums = currencies.map((currency) => {
    const amounts = postings.filter((posting) => posting.currency === currency).map((it) => it.amountMinor)
    return {
      currency,
      debit: add(...amounts.filter((amount) => amount > 0)),
      credit: -add(...amounts.filter((amount) => amount < 0)),
    }
  })
  const isBalanced = sums.every(({ debit, credit }) => debit === credit)
  const hideCurrency = currencies.length === 1
  return (
    <PanelSection
      title={title ?? finance.debitAndCredit}
      end={
        <span className={isBalanced ? 'status' : 'status status--error'}>
          <Icon name={isBalanced ? 'scale' : 'triangle-alert'} />
          {isBalanced ? ledger.bothSidesAgree : ledger.sidesDiffer}
        </span>
      }
    >
      <div className="card sides">
        <Table label={finance.debitAndCredit} inset>
          <thead>
            <tr>
              <th scope="col">{finance.account}</th>
              <th scope="col" className="num">
                {finance.debit}
              </th>
              <th scope="col" className="num">
                {finance.credit}
              </th>
            </tr>
          </thead>
          <tbody>
            {postings.map((posting, index) => (
              <PostingRow key={index} posting={posting} hideCurrency={hideCurrency} />
            ))}
          </tbody>
          <tfoot>
            {sums.map(({ currency, debit, credit }) => (
              <tr key={currency}>
                <th scope="row">{finance.total(currency)}</th>
                <td className="num">
                  <Money minor={debit} currency={currency} hideCurrency />
                </td>
                <td className="num">
                  <Money minor={credit} currency={currency} hideCurrency />
                </td>
              </tr>
            ))}
          </tfoot>
        </Table>
      </div>
    </PanelSection>
  )
}

function PostingRow({ posting, hideCurrency }: { posting: Posting; hideCurrency: boolean }) {
  const { finance, ledger } = useLedgerMessages()
  const { amountMinor, balanceMinor, currency } = posting
  const sideOf = (balance: number): string =>
    balance === 0 ? '' : balance > 0 ? finance.debitShort : finance.creditShort
  const amount = <Money minor={amountMinor} currency={currency} sign="never" hideCurrency={hideCurrency} />
  const account = (
    <a className="link" href={accountHref(posting.accountCode)}>
      {posting.accountCode} {ledger.accountName(posting)}
    </a>
  )
  return (
    <tr>
      <td>
        {balanceMinor === undefined ? (
          account
        ) : (
          <span className="cell2">
            <span>{account}</span>
            <span className="num num--start">
              {ledger.balanceAfter(formatAmount(Math.abs(balanceMinor), currency), sideOf(balanceMinor))}
            </span>
          </span>
        )}
      </td>
      <td className="num">{amountMinor > 0 && amount}</td>
      <td className="num">{amountMinor < 0 && amount}</td>
    </tr>
  )
}

import { useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { RenameAccountDialog } from '#client/finance/account-dialogs.tsx'
import { CreditBalancesCard } from '#client/finance/credit-balances.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { PeriodBar } from '#client/finance/period-bar.tsx'
import { PostingsTable } from '#client/finance/postings-table.tsx'
import { useAbsoluteDays } from '#client/finance/use-absolute-days.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ListFilterMenu } from '#client/list/list-filter-menu.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { OpenRowField } from '#client/list/open-row-field.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { Money } from '#client/ui/money.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Stat, Stats } from '#client/ui/stat.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { revalidate } from '#client/navigation/router.ts'
import type { AccountPostings, LedgerAccount } from '#shared/finance/account-views.ts'
import { postingsList } from '#shared/finance/accounts-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { isDebitType } from '#shared/finance/ledger.ts'
import type { AccountsTabView } from '#shared/finance/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { FieldError } from '#shared/problem.ts'
import { href } from '#shared/routes/pages.ts'

interface AccountPageProps {
  query: FinanceQuery
  opened: NonNullable<AccountsTabView['opened']>
  form: FormOutcome | null
}

/** One account: what can be done with it, the figures of a period, and its postings with the balance after each. */
export function AccountPage({ query, opened, form }: AccountPageProps) {
  const { common } = useMessages()
  const { ledger } = useLedgerMessages()
  const canManage = usePermission('finance.manage_accounts')
  const words = ledger.accounts
  const backHref = href('finance', { tab: 'accounts' })
  if ('missing' in opened)
    return (
      <Empty icon="search" title={words.missing(opened.missing)} actions={<BackLink href={backHref} />}>
        {words.missingHint}
      </Empty>
    )
  const { account } = opened
  const close = financeHref(query, { rename: undefined })
  return (
    <>
      <div className="list-head">
        <div className="account-head">
          <BackLink href={backHref} />
          <h2 className="panel__title">
            <span className="dimmed">{account.code}</span> {ledger.accountName(account)}
          </h2>
          <p className="sm muted">
            {ledger.types[account.type]} · {account.currency}{' '}
            {account.archivedAt !== null && <Badge>{words.archived}</Badge>}
          </p>
          {canManage && <AccountActions account={account} query={query} form={form} />}
        </div>
        <PostingsPeriod query={query} errors={opened.queryErrors} />
        <AccountFigures account={account} summary={opened.summary} />
        {query.customer !== undefined && (
          <Banner
            action={
              <a className="link" href={financeHref(query, { customer: undefined, cursor: undefined })}>
                {ledger.credit.allPostings}
              </a>
            }
          >
            {ledger.credit.onlyOf}
            {common.sentenceGap}
            <a className="link num" href={href('orders', { customer: query.customer })}>
              {query.customer}
            </a>
          </Banner>
        )}
        {query.closing === 'without' && (
          <Banner
            action={
              <a className="link" href={financeHref(query, { closing: undefined, cursor: undefined })}>
                {words.withClosing}
              </a>
            }
          >
            {words.withoutClosing}
          </Banner>
        )}
      </div>
      {opened.balances && (
        <CreditBalancesCard
          query={query}
          account={account}
          balances={opened.balances}
          totalMinor={opened.summary.closingMinor}
        />
      )}
      <Postings query={query} opened={opened} />
      {canManage && (query.rename !== undefined || form?.endpoint === 'renameLedgerAccount') && (
        <RenameAccountDialog account={account} closeHref={close} form={form} />
      )}
    </>
  )
}

function BackLink({ href: backHref }: { href: string }) {
  const { ledger } = useLedgerMessages()
  return (
    <ButtonLink size="sm" variant="ghost" icon="arrow-left" href={backHref}>
      {ledger.accounts.back}
    </ButtonLink>
  )
}

function AccountActions({
  account,
  query,
  form,
}: {
  account: LedgerAccount
  query: FinanceQuery
  form: FormOutcome | null
}) {
  const { ledger } = useLedgerMessages()
  const words = ledger.accounts
  const name = ledger.accountName(account)
  const isArchived = account.archivedAt !== null
  return (
    <div className="account-head__actions">
      <ButtonLink
        size="sm"
        icon="pencil"
        href={financeHref(query, { rename: '1', entry: undefined })}
        data-scroll="keep"
      >
        {words.rename}
      </ButtonLink>
      {(account.canArchive || isArchived) && (
        <Form
          endpoint={isArchived ? 'unarchiveLedgerAccount' : 'archiveLedgerAccount'}
          hiddenValues={{ account: account.code }}
          outcome={form}
          onAnswer={() => {
            notify({ kind: 'success', title: isArchived ? words.unarchiveDone(name) : words.archiveDone(name) })
            void revalidate()
          }}
        >
          <SubmitButton size="sm" icon="archive">
            {isArchived ? words.unarchive : words.archive}
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}

function PostingsPeriod({ query, errors }: { query: FinanceQuery; errors: readonly FieldError[] }) {
  const { finance } = useLedgerMessages()
  const { from, to } = useAbsoluteDays(query)
  return (
    <PeriodBar
      days={{ from, to }}
      hrefOf={(days) => financeHref(query, { ...days, cursor: undefined })}
      filter={
        <form method="get" action={postingsList.path} role="search" aria-label={finance.filterForm}>
          <input type="hidden" name="tab" value="accounts" />
          <input type="hidden" name="account" value={query.account[0]} />
          {query.customer !== undefined && <input type="hidden" name="customer" value={query.customer} />}
          <OpenRowField list={postingsList} query={query} />
          <ListFilterMenu
            list={postingsList}
            query={query}
            errors={errors}
            exclude={['account', 'customer']}
            presets={[]}
            compact
          />
        </form>
      }
    />
  )
}

/** The period of the account in its own sign: assets and expenses grow with debits, all others with credits. */
function AccountFigures({ account, summary }: Pick<AccountPostings, 'account' | 'summary'>) {
  const { ledger } = useLedgerMessages()
  const words = ledger.accounts
  const { currency } = account
  const sides = [
    { label: words.debits, minor: summary.debitMinor },
    { label: words.credits, minor: summary.creditMinor },
  ]
  const [more, less] = isDebitType(account.type) ? sides : sides.toReversed()
  return (
    <Stats>
      <Stat label={more?.label} value={<Money minor={more?.minor ?? 0} currency={currency} />} />
      <Stat label={less?.label} operator="−" value={<Money minor={less?.minor ?? 0} currency={currency} />} />
      <Stat label={words.change} operator="=" value={<Money minor={summary.changeMinor} currency={currency} />} />
      <Stat label={words.closing} value={<Money minor={summary.closingMinor} currency={currency} />}>
        {words.openingShort} <Money minor={summary.openingMinor} currency={currency} />
        <span className="p2">{words.plusChange}</span>
      </Stat>
    </Stats>
  )
}

function Postings({ query, opened }: { query: FinanceQuery; opened: AccountPostings }) {
  const { common, finance, ledger } = useLedgerMessages()
  const { book } = usePageContext()
  const words = ledger.accounts
  const { rows, count, account } = opened
  if (rows.length === 0)
    return (
      <Empty icon="notebook-text" title={words.noPostings}>
        {words.noPostingsHint}
      </Empty>
    )
  return (
    <>
      <div data-density="compact">
        <PostingsTable query={query} account={account} rows={rows} />
      </div>
      <ListPager list={postingsList} query={query} page={opened}>
        {words.count(common.count(count), 'exact' in count && count.exact === 1)}
        <span className="dimmed hide-sm"> · {finance.timesIn(book.timeZone)}</span>
      </ListPager>
    </>
  )
}

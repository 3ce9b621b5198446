import { MatchLineFilters, useMatchLineOptions } from '#client/finance/matching/match-line-filters.tsx'
import { MatchLines } from '#client/finance/matching/match-lines.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { LineDialogs } from '#client/finance/matching/line-dialogs.tsx'
import { Equation, RunRules } from '#client/finance/matching/account-head.tsx'
import { OpeningBalance } from '#client/finance/matching/opening-balance.tsx'
import { workListHref } from '#client/finance/matching/reconciliations.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { ListViews } from '#client/list/list-views.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { SearchErrorNote } from '#client/list/search-error-note.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Empty } from '#client/ui/empty.tsx'
import { Parts } from '#client/ui/parts.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import { type MatchRule, matchRuleNames } from '#shared/finance/matching/rules.ts'
import type { WorkListView } from '#shared/finance/matching/views.ts'
import type { ReconciliationTabView } from '#shared/finance/page-views.ts'
import { showTyped } from '#shared/list/unknown-values.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

interface WorkListProps {
  query: FinanceQuery
  workList: NonNullable<ReconciliationTabView['workList']>
  form: FormOutcome | null
}

/** The lines of an account: what is open, with what the rules propose, and what was matched. */
export function WorkList({ query, workList, form }: WorkListProps) {
  const { common, ledger, matching } = useMatchingMessages()
  const formatDays = useDayRangeFormat()
  const back = (
    <ButtonLink size="sm" variant="ghost" icon="arrow-left" href={href('finance', { tab: 'reconciliation' })}>
      {matching.back}
    </ButtonLink>
  )
  if ('missing' in workList)
    return (
      <Empty icon="search" title={matching.missingAccount(workList.missing)} actions={back}>
        {matching.missingAccountHint}
      </Empty>
    )
  const { account, rows, count, rules } = workList
  return (
    <>
      <div className="list-head">
        <div className="account-head">
          {back}
          <h2 className="panel__title">
            {account.account.code} {ledger.accountName(account.account)}
          </h2>
          <p className="sm muted">
            <Parts>
              {[
                matching.equation.until(formatDays({ from: account.lastDay, to: account.lastDay })),
                ...rules.map(({ rule, count: hits, undone }) =>
                  matching.ruleCounts(isRule(rule) ? matching.rules[rule] : rule, hits, undone),
                ),
              ].join(' · ')}
            </Parts>
          </p>
          <RunRules key={account.account.code} account={account} form={form} />
        </div>
        <Equation account={account} />
        <OpeningBalance key={account.account.code} workList={workList} form={form} />
      </div>
      <ListViews
        list="matchLines"
        views={workList.views}
        dialogHref={(view) => financeHref(query, { view })}
        query={query}
        keep={{ account: query.account }}
        closeHref={financeHref(query, { view: undefined })}
        form={form}
        state={JSON.stringify(workList.count)}
      />
      <MatchLineFilters query={showTyped(query, workList.searchError)} workList={workList} />
      {workList.searchError ? (
        <SearchErrorNote error={workList.searchError} />
      ) : rows.length === 0 ? (
        <NoLines query={query} workList={workList} />
      ) : (
        <>
          <MatchLines query={query} rows={rows} currency={account.currency} />
          <ListPager list={matchLinesList} query={query} page={workList}>
            {matching.count(common.count(count), 'exact' in count && count.exact === 1)}
          </ListPager>
          {query.q !== undefined && workList.next !== null && (
            <p className="matching__hint sm muted">{matching.searched}</p>
          )}
        </>
      )}
      <LineDialogs query={query} workList={workList} form={form} />
    </>
  )
}

/** The filter to remove, or the next step once nothing is open. */
function NoLines({ query, workList }: { query: FinanceQuery; workList: WorkListView }) {
  const { ledger, matching } = useMatchingMessages()
  const activeFilters = useActiveFilters(matchLinesList, query, [], useMatchLineOptions(workList))
  const { state, nextAccount } = workList
  if (activeFilters.length > 0)
    return <NoMatch list={matchLinesList} query={query} activeFilters={activeFilters} counted="matchLines" />
  if (state !== 'open') return <Empty icon="search" title={matching.none[state]} />
  return nextAccount ? (
    <Empty
      icon="circle-check"
      title={matching.none.open}
      actions={
        <ButtonLink variant="primary" href={workListHref(nextAccount.code)}>
          {matching.openNextAccount(`${nextAccount.code} ${ledger.accountName(nextAccount)}`)}
        </ButtonLink>
      }
    >
      {matching.nextAccountHint}
    </Empty>
  ) : (
    <Empty
      icon="circle-check"
      title={matching.none.open}
      actions={
        <ButtonLink variant="primary" href={href('finance', { tab: 'closing' })}>
          {matching.goToClosing}
        </ButtonLink>
      }
    >
      {matching.nothingLeftHint}
    </Empty>
  )
}

const isRule = (rule: string): rule is MatchRule => matchRuleNames.includes(rule as MatchRule)

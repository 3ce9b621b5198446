import { dayOf } from '#shared/time.ts'
import { usePageContext, useSession } from '#client/app/page-context.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { LineDialogs } from '#client/finance/matching/line-dialogs.tsx'
import { Equation, RunRules } from '#client/finance/matching/account-head.tsx'
import { OpeningBalance } from '#client/finance/matching/opening-balance.tsx'
import { workListHref } from '#client/finance/matching/reconciliations.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { ListFilterMenu } from '#client/list/list-filter-menu.tsx'
import { ActiveFilterChips } from '#client/list/list-toolbar.tsx'
import { ListViews } from '#client/list/list-views.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { SearchErrorNote } from '#client/list/search-error-note.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Empty } from '#client/ui/empty.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SearchField, Toolbar } from '#client/ui/toolbar.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { Parts } from '#client/ui/parts.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { linesWithoutOwner, matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import { type MatchRule, matchRuleNames } from '#shared/finance/matching/rules.ts'
import { lineStates, type MatchLineView, type WorkListView } from '#shared/finance/matching/views.ts'
import type { ReconciliationTabView } from '#shared/finance/page-views.ts'
import { showTyped } from '#shared/list/unknown-values.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { isFilterSet, ownValue } from '#shared/list/filter-fields.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { formatAmount } from '#shared/money.ts'
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
      <Filters query={showTyped(query, workList.searchError)} workList={workList} />
      {workList.searchError ? (
        <SearchErrorNote error={workList.searchError} />
      ) : rows.length === 0 ? (
        <NoLines query={query} workList={workList} />
      ) : (
        <>
          <Lines query={query} rows={rows} currency={account.currency} />
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

/** The next step once nothing is open. */
function NoLines({ query, workList: { state, nextAccount } }: { query: FinanceQuery; workList: WorkListView }) {
  const { ledger, matching } = useMatchingMessages()
  const isFiltered = matchLinesList.filters.some((field) => isFilterSet(field, query))
  const icon = state === 'open' ? 'circle-check' : 'search'
  if (isFiltered || state !== 'open')
    return (
      <Empty icon={icon} title={matching.none[state]}>
        {isFiltered && matching.noneHint}
      </Empty>
    )
  return nextAccount ? (
    <Empty
      icon={icon}
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
      icon={icon}
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

function Filters({ query, workList }: { query: FinanceQuery; workList: WorkListView }) {
  const { matching } = useMatchingMessages()
  const { account, state, owners, queryErrors, searchError } = workList
  const { user } = useSession()
  const options = {
    owner: [
      { value: ownValue, label: matching.owners.own },
      { value: linesWithoutOwner, label: matching.owners.none },
      ...owners.filter(({ id }) => id !== user?.id).map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
  const activeFilters = useActiveFilters(matchLinesList, query, [], options)
  return (
    <Toolbar action={matchLinesList.path} label={matching.filterForm}>
      <input type="hidden" name="tab" value="reconciliation" />
      <input type="hidden" name="account" value={account.account.code} />
      {state !== 'open' && <input type="hidden" name="state" value={state} />}
      <Segmented
        size="sm"
        label={matching.stateLabel}
        value={state}
        options={lineStates.map((value) => ({
          value,
          label: matching.states[value],
          href: financeHref(query, { state: value === 'open' ? undefined : value, line: undefined, cursor: undefined }),
        }))}
      />
      <SearchField
        id="filter-search"
        label={matching.search}
        placeholder={matching.searchHint}
        defaultValue={query.q}
        isInvalid={searchError !== null}
        shortcut
      />
      <ListFilterMenu list={matchLinesList} query={query} options={options} counted="matchLines" errors={queryErrors} />
      <ActiveFilterChips
        list={matchLinesList}
        query={query}
        activeFilters={activeFilters}
        saveHref={workList.views.length === 0 && !searchError ? financeHref(query, { view: 'new' }) : undefined}
      />
    </Toolbar>
  )
}

function Lines({ query, rows, currency }: { query: FinanceQuery; rows: MatchLineView[]; currency: string }) {
  const { matching } = useMatchingMessages()
  const openHref = createOpenHref(matchLinesList, query)
  const formatDays = useDayRangeFormat()
  const { now, book } = usePageContext()
  const today = dayOf(now, book.timeZone)
  const highlighted = useLastOpen(query.line ?? null)
  useRowClick()
  const cells: Record<ColumnId<typeof matchLinesList>, (line: MatchLineView) => Cell> = {
    day: ({ id, day, clockTime }) => (
      <a href={openHref(id)}>{`${formatDays({ from: day, to: day })} ${clockTime}`.trim()}</a>
    ),
    counterparty: ({ counterparty, description }) => (
      <>
        {counterparty} <span className="dimmed">{description}</span>
      </>
    ),
    proposal: ({ proposal, problem, state, request }) =>
      request !== null ? (
        <span className="badge badge--text badge--warning">{matching.awaitsApproval}</span>
      ) : state === 'matched' || state === 'ignored' ? (
        matching.states[state]
      ) : proposal ? (
        <span className="badge badge--text badge--info">
          {matching.withPostings(matching.rules[proposal.rule], proposal.postingCount)}
        </span>
      ) : (
        problem && <span className="badge badge--text badge--warning">{matching.problems[problem]}</span>
      ),
    owner: ({ state, followUp: { owner, waitUntil, dueOn } }) => (
      <>
        {owner?.name}
        {state === 'waiting' && waitUntil !== null && (
          <span className="dimmed match-lines__wait">
            {matching.followUp.waits} {formatDays({ from: waitUntil, to: waitUntil })}
          </span>
        )}
        {dueOn !== null && (state === 'open' || state === 'waiting') && (
          <span className={dueOn < today ? 'badge badge--text badge--warning' : 'dimmed match-lines__wait'}>
            {matching.followUp[dueOn < today ? 'overdue' : 'dueOn'](formatDays({ from: dueOn, to: dueOn }))}
          </span>
        )}
      </>
    ),
    age: ({ ageDays }) => ageDays > 0 && matching.age(ageDays),
    amount: ({ amountMinor }) => formatAmount(amountMinor, currency),
  }
  return (
    <ListTable
      list={matchLinesList}
      query={query}
      label={matching.line}
      className="match-lines"
      headings={matching.columns}
      cells={cells}
      rows={rows}
      keyOf={({ id }) => id}
      highlighted={highlighted}
    />
  )
}

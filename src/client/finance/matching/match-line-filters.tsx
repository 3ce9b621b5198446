import { useSession } from '#client/app/page-context.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { ListFilterMenu } from '#client/list/list-filter-menu.tsx'
import { ActiveFilterChips } from '#client/list/list-toolbar.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { SearchField, Toolbar } from '#client/ui/toolbar.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { linesWithoutOwner, matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import { lineStates, type WorkListView } from '#shared/finance/matching/views.ts'
import { ownValue } from '#shared/list/filter-fields.ts'

/** The tabs, the search and the filters of the lines of an account. */
export function MatchLineFilters({ query, workList }: { query: FinanceQuery; workList: WorkListView }) {
  const { matching } = useMatchingMessages()
  const { account, state, queryErrors, searchError } = workList
  const options = useMatchLineOptions(workList)
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

/** The choices of the filters: who follows up a line, the user first. */
export function useMatchLineOptions({ owners }: WorkListView) {
  const { matching } = useMatchingMessages()
  const { user } = useSession()
  return {
    owner: [
      { value: ownValue, label: matching.owners.own },
      { value: linesWithoutOwner, label: matching.owners.none },
      ...owners.filter(({ id }) => id !== user?.id).map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
}

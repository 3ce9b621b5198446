import { usePageContext } from '#client/app/page-context.tsx'
import { accountHref, filteredHref } from '#client/finance/finance-url.ts'
import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { FlowChart } from '#client/ui/chart.tsx'
import { formatDayRange } from '#client/ui/day-range.ts'
import { Empty } from '#client/ui/empty.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import { Money } from '#client/ui/money.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Table } from '#client/ui/table.tsx'
import {
  type FlowGrouping,
  flowGroupings,
  isoWeek,
  isTimeGrouping,
  type TimeGrouping,
} from '#shared/finance/flow-groups.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FlowGroup, FlowTabView } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'
import { dayOf } from '#shared/time.ts'

/** Shows the entries, or what they add up to by something. */
export function FlowGroupings({ query }: { query: FinanceQuery }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.groups
  return (
    <div className="toolbar">
      <Segmented
        size="sm"
        label={words.label}
        value={query.group ?? 'none'}
        options={(['none', ...flowGroupings] as const).map((grouping) => ({
          value: grouping,
          label: words.names[grouping],
          href: filteredHref(query, { group: grouping === 'none' ? undefined : grouping, entry: undefined }),
        }))}
      />
    </div>
  )
}

interface FlowGroupsProps {
  query: FinanceQuery
  currency: string
  grouped: NonNullable<FlowTabView['grouped']>
  figures: FlowFigures
}

/** The sums of each group with its balance before and after; each opens its entries. Units of time are drawn above. */
export function FlowGroups({ query, currency, grouped, figures }: FlowGroupsProps) {
  const messages = useLedgerMessages()
  const { now, book } = usePageContext()
  const { finance, ledger } = messages
  const words = ledger.groups
  const { grouping, groups, isCut } = grouped
  if (groups.length === 0)
    return (
      <Empty icon="notebook-text" title={words.none}>
        {words.noneHint}
      </Empty>
    )
  const hasBalances = groups.some(({ closing }) => closing !== null)
  const hasTransfers = groups.some(({ transfers }) => transfers !== null && transfers !== 0)
  const nameOf = (group: FlowGroup): string => nameGroup(group, grouping, messages, dayOf(now, book.timeZone))
  const total = (column: 'in' | 'out' | 'net'): number => add(...groups.map((group) => group[column]))
  const isTotalOfAll = hasBalances && !isCut
  return (
    <>
      <Chart query={query} currency={currency} grouping={grouping} groups={groups} />
      <div data-density="compact" className="flow-groups">
        <Table label={words.table(words.names[grouping])}>
          <thead>
            <tr>
              <th scope="col">{words.heads[grouping]}</th>
              {hasBalances && <NumberHead hides>{finance.opening}</NumberHead>}
              <NumberHead>{finance.columns.in}</NumberHead>
              <NumberHead>{finance.columns.out}</NumberHead>
              <NumberHead hides>{finance.net}</NumberHead>
              {hasTransfers && <NumberHead>{words.transfers}</NumberHead>}
              {hasBalances && <NumberHead>{finance.closing}</NumberHead>}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key}>
                <th scope="row">
                  <GroupName query={query} group={group} name={nameOf(group)} />
                </th>
                {hasBalances && <Amount minor={group.opening} currency={currency} hides />}
                <Amount minor={group.in} currency={currency} direction="in" />
                <Amount minor={group.out} currency={currency} direction="out" />
                <Amount minor={group.net} currency={currency} hides />
                {hasTransfers && <Amount minor={group.transfers} currency={currency} />}
                {hasBalances && <Amount minor={group.closing} currency={currency} />}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{finance.total(currency)}</th>
              {hasBalances && <Amount minor={isTotalOfAll ? figures.opening : null} currency={currency} hides />}
              <Amount minor={total('in')} currency={currency} direction="in" />
              <Amount minor={total('out')} currency={currency} direction="out" />
              <Amount minor={total('net')} currency={currency} hides />
              {hasTransfers && <Amount minor={0} currency={currency} />}
              {hasBalances && <Amount minor={isTotalOfAll ? figures.closing : null} currency={currency} />}
            </tr>
          </tfoot>
        </Table>
        {isCut && <p className="sm muted">{words.cut(groups.length)}</p>}
      </div>
    </>
  )
}

/** `hides`: narrow pages leave the column out. */
const NumberHead = ({ hides = false, children }: { hides?: boolean; children: string }) => (
  <th scope="col" className={numberClass(hides)}>
    {children}
  </th>
)

interface AmountProps {
  minor: number | null
  currency: string
  direction?: 'in' | 'out'
  hides?: boolean
}

function Amount({ minor, currency, direction, hides = false }: AmountProps) {
  return (
    <td className={numberClass(hides)}>
      {minor !== null && (
        <Money
          minor={direction === 'out' ? -minor : minor}
          currency={currency}
          hideCurrency
          {...(direction && minor !== 0 && { direction, sign: 'always' as const })}
        />
      )}
    </td>
  )
}

const numberClass = (hides: boolean): string => (hides ? 'num p1' : 'num')

/** Weeks have no chart. */
function Chart({
  query,
  currency,
  grouping,
  groups,
}: Pick<FlowGroupsProps, 'query' | 'currency'> & { grouping: FlowGrouping; groups: readonly FlowGroup[] }) {
  const days = groups.flatMap((group) => group.days ?? [])
  const [newest, oldest] = [days[0], days.at(-1)]
  if (grouping === 'week' || !isTimeGrouping(grouping) || !newest || !oldest || groups.length > maxBars) return null
  return (
    <div className="list-head">
      <FlowChart
        unit={grouping}
        from={oldest.from}
        to={newest.to}
        flows={groups.map(({ key, in: received, out }) => ({ start: key, in: received, out }))}
        currency={currency}
        hrefOf={(unit) => filteredHref(query, { ...unit, group: undefined })}
      />
    </div>
  )
}

/** The most bars that can be distinguished. */
const maxBars = 62

/**
 * The name of a group, which opens its rows. Those of several accounts are opened account by account; the page of an account has no filter by
 * kind or direction.
 */
function GroupName({ query, group, name }: { query: FinanceQuery; group: FlowGroup; name: string }) {
  const { accounts, days, kind } = group
  const [account, ...others] = accounts
  if (!account)
    return (
      <a href={filteredHref(query, { ...days, ...(kind !== null && { kind: [kind as never] }), group: undefined })}>
        {name}
      </a>
    )
  if (group.closing === null) return name
  if (others.length === 0) return <a href={accountHref(account.code, query)}>{name}</a>
  return (
    <>
      {name}{' '}
      {accounts.map((each) => (
        <a key={each.code} className="dimmed" href={accountHref(each.code, query)}>
          {each.code}{' '}
        </a>
      ))}
    </>
  )
}

function nameGroup(
  { key, kind, accounts: [account] }: FlowGroup,
  grouping: FlowGrouping,
  messages: LedgerMessages,
  today: string,
): string {
  if (account && grouping === 'channel')
    return account.role === 'clearing' ? messages.ledger.accountShort(account) : messages.ledger.roles[account.role]
  if (account) return `${account.code} ${messages.ledger.accountName(account)}`
  if (kind !== null) return labelOf(messages.finance.kinds, kind)
  const [year, month] = [Number(key.slice(0, 4)), Number(key.slice(5, 7))]
  const { units } = messages.ledger.groups
  switch (grouping as TimeGrouping) {
    case 'day':
      return formatDayRange(key, key, today, messages)
    case 'week': {
      const { year: weekYear, week } = isoWeek(key)
      return units.week(weekYear, week)
    }
    case 'month':
      return units.month(year, month)
    case 'quarter':
      return units.quarter(year, Math.ceil(month / 3))
    case 'year':
      return units.year(year)
  }
}

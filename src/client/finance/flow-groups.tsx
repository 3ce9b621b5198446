import { filteredHref, financeHref } from '#client/finance/finance-url.ts'
import { GroupName } from '#client/finance/group-name.tsx'
import { useGroupName } from '#client/finance/use-group-name.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Money } from '#client/ui/money.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Table } from '#client/ui/table.tsx'
import { flowGroupings } from '#shared/finance/flow-groups.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FlowTabView } from '#shared/finance/page-views.ts'
import { add } from '#shared/money.ts'

/** Shows the entries, or their sums by day, kind, channel and so on. */
export function FlowGroupings({ query }: { query: FinanceQuery }) {
  const { ledger, lists } = useLedgerMessages()
  const words = ledger.groups
  return (
    <div className="entries-toolbar__view">
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
      {query.group === undefined && (
        <ButtonLink size="sm" variant="ghost" href={financeHref(query, { action: 'columns' })} data-scroll="keep">
          {lists.columns}
        </ButtonLink>
      )}
    </div>
  )
}

interface FlowGroupsProps {
  query: FinanceQuery
  currency: string
  grouped: NonNullable<FlowTabView['grouped']>
  figures: FlowFigures
}

/** The sums of each group with its balance before and after; each opens its entries.  */
export function FlowGroups({ query, currency, grouped, figures }: FlowGroupsProps) {
  const { finance, ledger } = useLedgerMessages()
  const words = ledger.groups
  const { grouping, groups, isCut } = grouped
  const nameOf = useGroupName(grouping)
  if (groups.length === 0)
    return (
      <Empty icon="notebook-text" title={words.none}>
        {words.noneHint}
      </Empty>
    )
  const hasBalances = groups.some(({ closing }) => closing !== null)
  const hasTransfers = groups.some(({ transfers }) => transfers !== null && transfers !== 0)
  const total = (column: 'in' | 'out' | 'net' | 'transfers'): number =>
    add(...groups.map((group) => group[column] ?? 0))
  const isTotalOfAll = hasBalances && !isCut
  return (
    <>
      <div data-density="compact" className="flow-groups">
        <Table label={words.table(words.names[grouping])}>
          <thead>
            <tr>
              <th scope="col">{words.heads[grouping]}</th>
              {hasBalances && <NumberHead hides>{finance.opening}</NumberHead>}
              <NumberHead>{finance.columns.in}</NumberHead>
              <NumberHead>{finance.columns.out}</NumberHead>
              <NumberHead hides>{finance.net}</NumberHead>
              {hasTransfers && <NumberHead hides>{words.transfers}</NumberHead>}
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
                {hasTransfers && <Amount minor={group.transfers} currency={currency} hides />}
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
              {hasTransfers && <Amount minor={total('transfers')} currency={currency} hides />}
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

import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { dayPresets } from '#client/ui/day-presets.ts'
import { CheckboxGroup } from '#client/ui/filter-choices.tsx'
import { FilterFoot } from '#client/list/filter-foot.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { DateRangeField } from '#client/ui/range-fields.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { EmptyRow, Pager, SortHead, Table } from '#client/ui/table.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { Time } from '#client/ui/time.tsx'
import { Example } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { dayOf } from '#shared/time.ts'

const exampleHref = '#lists'
const rows = [
  { number: 'SO260925-00061', name: '王一帆', minor: 32900, currency: 'CNY', payment: 'unpaid', state: {} },
  {
    number: 'SO260925-00060',
    name: 'Sophie Laurent',
    minor: 8600,
    currency: 'USD',
    payment: 'paid',
    state: { 'aria-selected': true },
  },
  {
    number: 'SO260923-00042',
    name: '陈嘉怡',
    minor: 109680,
    currency: 'CNY',
    payment: 'paid',
    state: { 'data-open': '' },
  },
] as const

/** Tabs, chips, a table with all row states, the pager. */
export function Lists() {
  const { common } = useMessages()
  const workbench = useWorkbenchMessages()
  const { words } = workbench
  const { now } = usePageContext()
  return (
    <Example topic="lists">
      <Tabs label={words.all} flush>
        <Tab href={exampleHref} count={common.count({ atLeast: 10_000 })}>
          {words.all}
        </Tab>
        <Tab href={exampleHref} current count={86}>
          {words.toShip}
        </Tab>
        <Tab href={exampleHref} count={4} alert>
          {words.unpaid}
        </Tab>
      </Tabs>
      <div className="example__chips">
        <Chips clearHref={exampleHref}>
          <Chip
            field={words.placed}
            value={words.lastDays}
            removeHref={exampleHref}
            controlHref="#filter-example-days"
          />
          <Chip field={words.payment} word={words.isNot} value={words.unpaid} removeHref={exampleHref} />
        </Chips>
      </div>
      <ExampleFilterMenu />
      <div className="card example__scroll">
        <Table label={words.order} inset>
          <thead>
            <tr>
              <th scope="col">{words.order}</th>
              <SortHead href={exampleHref} direction="descending">
                {words.placed}
              </SortHead>
              <SortHead href={exampleHref} className="table__fill">
                {words.customer}
              </SortHead>
              <th scope="col" className="p1">
                {words.payment}
              </th>
              <th scope="col" className="num">
                {words.total}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, name, minor, currency, payment, state }, index) => (
              <tr key={number} {...state}>
                <td className="ref">{number}</td>
                <td className="muted num num--start">
                  <Time at={now - index * 90_000_000} />
                </td>
                <td className="table__fill">{name}</td>
                <td className="p1">
                  <Status kind="payment" value={payment} />
                </td>
                <td className="num">
                  <Money minor={minor} currency={currency} />
                </td>
              </tr>
            ))}
            <tr aria-busy="true">
              <td>
                <Skeleton width={96} />
              </td>
              <td>
                <Skeleton width={84} />
              </td>
              <td className="table__fill">
                <Skeleton width={120} />
              </td>
              <td className="p1">
                <Skeleton width={64} />
              </td>
              <td className="num">
                <Skeleton width={56} />
              </td>
            </tr>
            <EmptyRow columns={5}>{common.noData}</EmptyRow>
          </tbody>
        </Table>
      </div>
      <Pager labels={[common.newer, common.older]} previousHref={null} nextHref={exampleHref}>
        1–50 / {common.count({ atLeast: 10_000 })}
      </Pager>
    </Example>
  )
}

/** A filter menu whose range of days ends before it begins; the chip of the days above opens it. */
function ExampleFilterMenu() {
  const { common, fields, lists } = useMessages()
  const workbench = useWorkbenchMessages()
  const { book, now } = usePageContext()
  const { words } = workbench
  const presets = dayPresets(dayOf(now, book.timeZone))
  const last7Days = presets['last-7-days']
  return (
    <form method="get" className="example__chips">
      <FilterMenu listUrl={exampleHref} activeCount={1}>
        <div className="filter__cols">
          <CheckboxGroup
            id="example-payment"
            name="payment"
            label={words.payment}
            values={['unpaid', 'paid']}
            words={common.statuses.payment}
            selected={['paid']}
          />
        </div>
        <DateRangeField
          id="example-days"
          label={words.placed}
          from={last7Days.to}
          to={last7Days.from}
          error={fields['range-reversed']}
          presets={[
            { label: lists.presets.today, href: exampleHref, current: false },
            { label: lists.presets['last-7-days'], href: exampleHref, current: true },
          ]}
        />
        <FilterFoot clearHref={exampleHref} />
      </FilterMenu>
    </form>
  )
}

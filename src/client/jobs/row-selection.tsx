import { focusRow, listBoxes } from '#client/jobs/selection-boxes.ts'
import { useRowSelection } from '#client/jobs/use-row-selection.ts'
import { Button } from '#client/ui/button.tsx'
import type { bulkBar } from '#shared/messages/en/bulk-bar.ts'
import { add, formatMoney } from '#shared/money.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'

interface RowSelectionProps {
  words: typeof bulkBar
  rows: OrdersView['rows']
  /** How many orders match the filter. */
  count: string
  /** Whether they are on several pages. */
  isPaged: boolean
  /** The selection ends when this changes. */
  filter: string
}

/** How many rows are selected, on this page and on others, and what they add up to, and the buttons for all and none. */
export function RowSelection({ words, rows, count, isPaged, filter }: RowSelectionProps) {
  const { selected, isAll, lastRef, readBoxes, clear } = useRowSelection({ words, rows, count, filter })
  const selectNone = (): void => {
    clear()
    // The bar disappears.
    focusRow(lastRef.current)
  }
  const selectPage = (): void => {
    for (const box of listBoxes()) box.checked = true
    readBoxes()
  }
  const onPage = new Set(rows.map(({ number }) => number))
  return (
    <>
      <div className="bulk-bar__count">
        {/* The rows of this page have boxes. */}
        {!isAll &&
          [...selected.keys()]
            .filter((number) => !onPage.has(number))
            .map((number) => <input key={number} type="hidden" name="selected" value={number} />)}
        <b role="status">{isAll ? words.allSelected(count) : words.selected(selected.size)}</b>
        {!isAll && <span className="bulk-bar__sum num">{addUp([...selected.values()])}</span>}
        <Button size="sm" variant="ghost" onClick={selectNone}>
          {words.clear}
        </Button>
      </div>
      <div className="bulk-bar__all">
        {rows.some(({ number }) => !isAll && !selected.has(number)) && (
          <Button size="sm" variant="ghost" onClick={selectPage}>
            {words.page(rows.length)}
          </Button>
        )}
        {isPaged && (
          <label className="choice">
            <input type="checkbox" name="all" value="1" />
            <span>{words.all(count)}</span>
          </label>
        )}
      </div>
    </>
  )
}

/** The totals of orders, one for each currency: `¥1,248.00 + US$ 298.50`. */
const addUp = (orders: readonly Pick<OrdersView['rows'][number], 'currency' | 'totalMinor'>[]): string =>
  [...Map.groupBy(orders, ({ currency }) => currency)]
    .map(([currency, group]) => formatMoney(add(...group.map(({ totalMinor }) => totalMinor)), currency))
    .join(' + ')

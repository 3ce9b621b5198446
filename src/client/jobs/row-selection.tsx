import { areSingleKeysOn } from '#client/app/single-keys.ts'
import { shortcutKeys } from '#client/app/keys.ts'
import {
  allBox,
  findCurrentBox,
  focusActions,
  focusRow,
  isInBar,
  isTyping,
  listBoxes,
  pageBox,
  selectBetween,
} from '#client/jobs/selection-boxes.ts'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { Button } from '#client/ui/button.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { formatCount } from '#shared/count.ts'
import type { bulkBar } from '#shared/messages/en/bulk-bar.ts'
import { add, formatMoney } from '#shared/money.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { ordersList } from '#shared/orders/list.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** The numbers of selected orders are in the URL of the dialog of an action, and proxies accept 8 KB of it. */
const maxSelected = 300

type Row = OrdersView['rows'][number]
type Selection = ReadonlyMap<string, Pick<Row, 'currency' | 'totalMinor'>>

const nothing: Selection = new Map()

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

/**
 * How many rows are selected, on this page and on others, and what they add up to, and the buttons for all and none. Also selects the focused row with X, and a
 * range with Shift; A moves the focus to the actions on the selected rows, and Escape back to the row selected last.
 */
export function RowSelection({ words, rows, count, isPaged, filter }: RowSelectionProps) {
  const [selected, setSelected] = useState(nothing)
  const [isAll, setAll] = useState(false)
  const last = useRef<HTMLInputElement>(null)

  /** Takes over what is checked on the page. */
  const readBoxes = (): void => {
    const boxes = listBoxes()
    const all = allBox()
    // Without one of its rows, it is no longer the whole filter.
    if (all?.checked && boxes.some(({ checked }) => !checked)) all.checked = false
    setAll(all?.checked ?? false)
    if (all?.checked) return
    const next = new Map(selected)
    const byNumber = new Map(rows.map((row) => [row.number, row]))
    let isFull = false
    for (const box of boxes) {
      const row = byNumber.get(box.value)
      if (box.checked && !next.has(box.value) && next.size >= maxSelected) {
        box.checked = false
        isFull = true
      }
      if (box.checked && row) next.set(box.value, row)
      else if (!box.checked) next.delete(box.value)
    }
    if (isFull) notify({ kind: 'warning', title: words.full(maxSelected), description: words.fullText })
    setSelected(next)
  }

  const select = (next: Selection): void => {
    const all = allBox()
    if (all) all.checked = false
    setAll(false)
    for (const box of listBoxes()) box.checked = next.has(box.value)
    setSelected(next)
  }

  const onChange = useEffectEvent(({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return
    if (target === allBox() && !target.checked) return select(selected)
    if (target === allBox() || target === pageBox()) for (const box of listBoxes()) box.checked = target.checked
    readBoxes()
  })
  const onClick = useEffectEvent((event: MouseEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target.name !== 'selected') return
    if (event.shiftKey && last.current) selectBetween(last.current, target)
    last.current = target
    readBoxes()
  })
  const selectCurrent = (event: KeyboardEvent): void => {
    const box = findCurrentBox()
    if (!box) return
    event.preventDefault()
    box.checked = event.shiftKey || !box.checked
    if (event.shiftKey && last.current) selectBetween(last.current, box)
    last.current = box
    readBoxes()
  }
  const hasSelection = isAll || selected.size > 0
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const key = areSingleKeysOn() ? event.key.toUpperCase() : ''
    if (key === shortcutKeys.list.select) selectCurrent(event)
    else if (key === shortcutKeys.list.actions && hasSelection && focusActions()) event.preventDefault()
    else if (event.key === 'Escape' && !event.defaultPrevented && isInBar(event.target)) {
      event.preventDefault()
      focusRow(last.current)
    }
  })
  // A job that was started resets the selection: when its dialog closes, the bar is gone that had the focus before.
  const onReset = useEffectEvent(({ target }: Event): void => {
    if (!(target instanceof HTMLFormElement) || target.id !== bulkFormId) return
    queueMicrotask(() => select(nothing))
    document.querySelector('dialog:modal')?.addEventListener('close', () => focusRow(last.current), { once: true })
  })
  /** Says that the selection has ended with its list. */
  const sayEnd = useEffectEvent((): void => {
    if (hasSelection && location.pathname === ordersList.path)
      notify({
        kind: 'info',
        title: words.ended(isAll ? count : formatCount(selected.size)),
        description: words.endedText,
      })
  })
  useEffect(() => {
    const listeners = { click: onClick, change: onChange, reset: onReset, keydown: onKey }
    const entries = Object.entries(listeners) as [string, EventListener][]
    for (const [type, listener] of entries) document.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of entries) document.removeEventListener(type, listener)
      sayEnd()
    }
  }, [])

  const shown = useRef<{ rows: typeof rows; filter: string }>(null)
  const followPage = useEffectEvent((): void => {
    const before = shown.current
    shown.current = { rows, filter }
    // What was checked before the code was loaded.
    if (!before) return readBoxes()
    if (before.filter !== filter) {
      sayEnd()
      return select(nothing)
    }
    for (const box of listBoxes()) box.checked = isAll || selected.has(box.value)
  })
  useLayoutEffect(() => followPage(), [rows, filter])

  // After each change of the selection or of the rows.
  useEffect(() => {
    const box = pageBox()
    if (!box) return
    const boxes = listBoxes()
    const checkedCount = boxes.filter(({ checked }) => checked).length
    box.checked = checkedCount > 0 && checkedCount === boxes.length
    box.indeterminate = checkedCount > 0 && checkedCount < boxes.length
  })

  const clear = (): void => {
    select(nothing)
    // The bar disappears.
    focusRow(last.current)
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
        <Button size="sm" variant="ghost" onClick={clear}>
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
const addUp = (orders: readonly Pick<Row, 'currency' | 'totalMinor'>[]): string =>
  [...Map.groupBy(orders, ({ currency }) => currency)]
    .map(([currency, group]) => formatMoney(add(...group.map(({ totalMinor }) => totalMinor)), currency))
    .join(' + ')

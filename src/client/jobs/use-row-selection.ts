import { allBox, listBoxes, pageBox } from '#client/jobs/selection-boxes.ts'
import { useSelectionEvents } from '#client/jobs/use-selection-events.ts'
import { notify } from '#client/ui/notifications.tsx'
import { formatCount } from '#shared/count.ts'
import type { bulkBar } from '#shared/messages/en/bulk-bar.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** The numbers of selected orders are in the URL of the dialog of an action, and proxies accept 8 KB of it. */
const maxSelected = 300

/** The selected orders by number. */
type Selection = ReadonlyMap<string, Pick<OrdersView['rows'][number], 'currency' | 'totalMinor'>>

const nothing: Selection = new Map()

export interface RowSelection {
  selected: Selection
  /** Whether all orders of the filter are selected; then `selected` is what was before. */
  isAll: boolean
  /** The box that the user changed last. */
  lastRef: RefObject<HTMLInputElement | null>
  /** Takes over what is checked on the page. */
  readBoxes: () => void
  /** Selects nothing. */
  clear: () => void
  /** Selects single orders again instead of all. */
  endAll: () => void
}

interface RowSelectionOptions {
  words: typeof bulkBar
  rows: OrdersView['rows']
  /** How many orders match the filter. */
  count: string
  /** The selection ends when this changes. */
  filter: string
}

/** The orders that are selected in the list, on this page and on others. The boxes of the rows show them, and change them. */
export function useRowSelection({ words, rows, count, filter }: RowSelectionOptions): RowSelection {
  const [selected, setSelected] = useState(nothing)
  const [isAll, setAll] = useState(false)
  const lastRef = useRef<HTMLInputElement>(null)

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
  const clear = (): void => select(nothing)
  const selection = { selected, isAll, lastRef, readBoxes, clear, endAll: () => select(selected) }
  useSelectionEvents(selection)
  usePageChanges(selection, { words, rows, count, filter })
  usePageBox()
  return selection
}

/** Shows the selection on another page of the list, and ends it with the list. */
function usePageChanges(
  { selected, isAll, readBoxes, clear }: RowSelection,
  { words, rows, count, filter }: RowSelectionOptions,
): void {
  /** Says that the selection has ended with its list. */
  const sayEnd = useEffectEvent((): void => {
    if ((isAll || selected.size > 0) && location.pathname === ordersList.path)
      notify({
        kind: 'info',
        title: words.ended(isAll ? count : formatCount(selected.size)),
        description: words.endedText,
      })
  })
  useEffect(() => () => sayEnd(), [])

  const shownFilter = useRef<string>(null)
  const followPage = useEffectEvent((): void => {
    const before = shownFilter.current
    shownFilter.current = filter
    // What was checked before the code was loaded.
    if (before === null) return readBoxes()
    if (before !== filter) {
      sayEnd()
      return clear()
    }
    for (const box of listBoxes()) box.checked = isAll || selected.has(box.value)
  })
  useLayoutEffect(() => followPage(), [rows, filter])
}

/** The box for all rows of the page, after each change of the selection or of the rows. */
function usePageBox(): void {
  useEffect(() => {
    const box = pageBox()
    if (!box) return
    const boxes = listBoxes()
    const checkedCount = boxes.filter(({ checked }) => checked).length
    box.checked = checkedCount > 0 && checkedCount === boxes.length
    box.indeterminate = checkedCount > 0 && checkedCount < boxes.length
  })
}

import { shortcutKeys } from '#client/app/keys.ts'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { Button } from '#client/ui/button.tsx'
import type { bulkBar } from '#shared/messages/en/bulk-bar.ts'
import { add, formatMoney } from '#shared/money.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { useEffect, useRef, useState } from 'react'

const listBoxes = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="selected"][form="${bulkFormId}"]`),
]

/** The box for all orders of the filter, if they are on several pages. */
const allBox = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`#${bulkFormId} input[name="all"]`)

/** The box in the head of the table for all rows of the page. */
const pageBox = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('thead input[data-select-page]')

interface RowSelectionProps {
  words: typeof bulkBar
  rows: OrdersView['rows']
  /** How many orders match the filter. */
  count: string
  /** Whether they are on several pages. */
  isPaged: boolean
}

/**
 * How many rows are selected and what they add up to, and the buttons for all and none. Also selects the focused row with X, and a range with Shift;
 * A moves the focus to the actions on the selected rows, and Escape back to the row selected last.
 */
export function RowSelection({ words, rows, count, isPaged }: RowSelectionProps) {
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isAll, setAll] = useState(false)
  const last = useRef<HTMLInputElement>(null)
  /** What was selected before all orders of the filter were. */
  const before = useRef<readonly string[]>([])

  useEffect(() => {
    const update = (): void => {
      const all = allBox()
      // Without one of its rows, it is no longer the whole filter.
      if (all?.checked && listBoxes().some(({ checked }) => !checked)) all.checked = false
      setAll(all?.checked ?? false)
      setSelected(listSelected())
    }
    const onChange = ({ target }: Event): void => {
      if (target instanceof HTMLInputElement && target === allBox()) {
        if (target.checked) before.current = listSelected()
        for (const box of listBoxes()) box.checked = target.checked || before.current.includes(box.value)
      } else if (target instanceof HTMLInputElement && target === pageBox())
        for (const box of listBoxes()) box.checked = target.checked
      update()
    }
    const onClick = (event: MouseEvent): void => {
      const { target } = event
      if (!(target instanceof HTMLInputElement) || target.name !== 'selected') return
      if (event.shiftKey && last.current) selectBetween(last.current, target)
      last.current = target
      update()
    }
    const selectCurrent = (event: KeyboardEvent): void => {
      const box = findCurrentBox()
      if (!box) return
      event.preventDefault()
      box.checked = event.shiftKey || !box.checked
      if (event.shiftKey && last.current) selectBetween(last.current, box)
      last.current = box
      update()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toUpperCase()
      if (key === shortcutKeys.list.select) selectCurrent(event)
      else if (key === shortcutKeys.list.actions && focusActions()) event.preventDefault()
      else if (event.key === 'Escape' && !event.defaultPrevented && isInBar(event.target)) {
        event.preventDefault()
        focusRow(last.current)
      }
    }
    update()
    document.addEventListener('click', onClick)
    document.addEventListener('change', onChange)
    document.addEventListener('reset', updateSoon)
    document.addEventListener('keydown', onKey)
    // A job that was started resets the selection: when its dialog closes, the bar is gone that had the focus before.
    function updateSoon(): void {
      queueMicrotask(update)
      document.querySelector('dialog:modal')?.addEventListener('close', () => focusRow(last.current), { once: true })
    }
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('change', onChange)
      document.removeEventListener('reset', updateSoon)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  // After each change of the selection or of the rows.
  useEffect(() => {
    const box = pageBox()
    if (!box) return
    const boxes = listBoxes()
    const checkedCount = boxes.filter(({ checked }) => checked).length
    box.checked = checkedCount > 0 && checkedCount === boxes.length
    box.indeterminate = checkedCount > 0 && checkedCount < boxes.length
  })

  const selectAll = (checked: boolean): void => {
    const all = allBox()
    if (all) all.checked = false
    setAll(false)
    for (const box of listBoxes()) box.checked = checked
    setSelected(listSelected())
    // The bar disappears.
    if (!checked) focusRow(last.current)
  }
  return (
    <>
      <div className="bulk-bar__count">
        <b role="status">{isAll ? words.allSelected(count) : words.selected(selected.length)}</b>
        {!isAll && (
          <span className="bulk-bar__sum num">{addUp(rows.filter(({ number }) => selected.includes(number)))}</span>
        )}
        <Button size="sm" variant="ghost" onClick={() => selectAll(false)}>
          {words.clear}
        </Button>
      </div>
      <div className="bulk-bar__all">
        {selected.length < rows.length && (
          <Button size="sm" variant="ghost" onClick={() => selectAll(true)}>
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

/** The numbers of the orders whose rows are selected. */
const listSelected = (): string[] =>
  listBoxes()
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

/** The totals of orders, one for each currency: `¥1,248.00 + US$ 298.50`. */
const addUp = (rows: RowSelectionProps['rows']): string =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, group]) => formatMoney(add(...group.map(({ totalMinor }) => totalMinor)), currency))
    .join(' + ')

/** Selects, or deselects, all rows between two. */
function selectBetween(from: HTMLInputElement, to: HTMLInputElement): void {
  const boxes = listBoxes()
  const [start = 0, end = 0] = [boxes.indexOf(from), boxes.indexOf(to)].toSorted((a, b) => a - b)
  if (start < 0) return
  for (const box of boxes.slice(start, end + 1)) box.checked = to.checked
}

/** The checkbox of the row that has the focus, or of the one that is open. */
function findCurrentBox(): HTMLInputElement | undefined {
  const row = document.activeElement?.closest('tr') ?? document.querySelector('main tr[data-open]')
  return listBoxes().find((box) => box.closest('tr') === row)
}

/** Focuses the first action in the bar; returns false while nothing is selected, or a panel is open, where the key means something else. */
function focusActions(): boolean {
  if (document.querySelector('.panel') || !listBoxes().some(({ checked }) => checked)) return false
  document.querySelector<HTMLElement>(`#${bulkFormId} button[type=submit]`)?.focus()
  return true
}

const isInBar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${bulkFormId}`) !== null

/** Focuses the row of a checkbox, or the first selected one. */
function focusRow(box: HTMLInputElement | null): void {
  const first = box?.isConnected ? box : listBoxes().find(({ checked }) => checked)
  first?.closest('tr')?.querySelector('a')?.focus()
}

const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role="menu"]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null)

import { shortcutKeys } from '#client/app/keys.ts'
import { areSingleKeysOn } from '#client/app/single-keys.ts'
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
import type { RowSelection } from '#client/jobs/use-row-selection.ts'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { useEffect, useEffectEvent } from 'react'

/** The mouse and the keys that change a selection: the boxes, X for the focused row, Shift for a range, A for the actions on the selected rows, Escape back to the row selected last. */
export function useSelectionEvents({ selected, isAll, lastRef, readBoxes, clear, endAll }: RowSelection): void {
  const onChange = useEffectEvent(({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return
    if (target === allBox() && !target.checked) return endAll()
    if (target === allBox() || target === pageBox()) for (const box of listBoxes()) box.checked = target.checked
    readBoxes()
  })
  const onClick = useEffectEvent((event: MouseEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target.name !== 'selected') return
    if (event.shiftKey && lastRef.current) selectBetween(lastRef.current, target)
    lastRef.current = target
    readBoxes()
  })
  const selectCurrent = (event: KeyboardEvent): void => {
    const box = findCurrentBox()
    if (!box) return
    event.preventDefault()
    box.checked = event.shiftKey || !box.checked
    if (event.shiftKey && lastRef.current) selectBetween(lastRef.current, box)
    lastRef.current = box
    readBoxes()
  }
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const key = areSingleKeysOn() ? event.key.toUpperCase() : ''
    const hasSelection = isAll || selected.size > 0
    if (key === shortcutKeys.list.select) selectCurrent(event)
    else if (key === shortcutKeys.list.actions && hasSelection && focusActions()) event.preventDefault()
    else if (event.key === 'Escape' && !event.defaultPrevented && isInBar(event.target)) {
      event.preventDefault()
      focusRow(lastRef.current)
    }
  })
  // A job that was started resets the selection: when its dialog closes, the bar is gone that had the focus before.
  const onReset = useEffectEvent(({ target }: Event): void => {
    if (!(target instanceof HTMLFormElement) || target.id !== bulkFormId) return
    queueMicrotask(clear)
    document.querySelector('dialog:modal')?.addEventListener('close', () => focusRow(lastRef.current), { once: true })
  })
  useEffect(() => {
    const listeners = { click: onClick, change: onChange, reset: onReset, keydown: onKey }
    const entries = Object.entries(listeners) as [string, EventListener][]
    for (const [type, listener] of entries) document.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of entries) document.removeEventListener(type, listener)
    }
  }, [])
}

import { bulkFormId } from '#client/orders/bulk-form-id.ts'

/** The boxes of the rows of the page. */
export const listBoxes = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="selected"][form="${bulkFormId}"]`),
]

/** The box for all orders of the filter, if they are on several pages. */
export const allBox = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`#${bulkFormId} input[name="all"]`)

/** The box in the head of the table for all rows of the page. */
export const pageBox = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('thead input[data-select-page]')

/** Selects, or deselects, all rows between two. */
export function selectBetween(from: HTMLInputElement, to: HTMLInputElement): void {
  const boxes = listBoxes()
  const [start = 0, end = 0] = [boxes.indexOf(from), boxes.indexOf(to)].toSorted((a, b) => a - b)
  if (start < 0) return
  for (const box of boxes.slice(start, end + 1)) box.checked = to.checked
}

/** The checkbox of the row that has the focus, or of the one that is open. */
export function findCurrentBox(): HTMLInputElement | undefined {
  const row = document.activeElement?.closest('tr') ?? document.querySelector('main tr[data-open]')
  return listBoxes().find((box) => box.closest('tr') === row)
}

/** Focuses the first action in the bar; returns false while a panel is open, where the key means something else. */
export function focusActions(): boolean {
  if (document.querySelector('.panel')) return false
  document.querySelector<HTMLElement>(`#${bulkFormId} button[type=submit]`)?.focus()
  return true
}

/** Whether something is in the bar with the actions. */
export const isInBar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${bulkFormId}`) !== null

/** Focuses the row of a checkbox, or the first selected one. */
export function focusRow(box: HTMLInputElement | null): void {
  const first = box?.isConnected ? box : listBoxes().find(({ checked }) => checked)
  first?.closest('tr')?.querySelector('a')?.focus()
}

/** Whether keys are typed into a field, or belong to a dialog or a menu. */
export const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role="menu"]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null)

import { areSingleKeysOn } from '#client/app/single-keys.ts'

let observer: MutationObserver | undefined

/**
 * Shows only keys that work: while the user has turned single characters off, no control announces one in `aria-keyshortcuts`, and none is in a tooltip, menu or
 * field, on this page and those that follow. The list of shortcuts shows all.
 */
export function updateShownKeys(): void {
  observer?.disconnect()
  const isOn = areSingleKeysOn()
  showSingleKeys(isOn)
  if (isOn) return
  observer = new MutationObserver(() => showSingleKeys(false))
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: [announced] })
}

const announced = 'aria-keyshortcuts'
/** Keeps a key that is not announced, for when it is turned on again. */
const silent = 'data-keyshortcuts'

function showSingleKeys(isOn: boolean): void {
  const [from, to] = isOn ? [silent, announced] : [announced, silent]
  for (const control of document.querySelectorAll(`[${from}]`)) {
    const key = control.getAttribute(from) ?? ''
    if (key.length > 1) continue
    control.removeAttribute(from)
    control.setAttribute(to, key)
  }
  for (const key of document.querySelectorAll<HTMLElement>('kbd:not(.shortcuts kbd)'))
    if (key.textContent.length === 1) key.hidden = !isOn
}

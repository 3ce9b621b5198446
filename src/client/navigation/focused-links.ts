/** The focused link of each history entry at the time it was left, by the key of the entry. A row and its panel may link to the same URL: `index` distinguishes these links. */
const focusedLinks = new Map<string, { url: string; index: number }>()

const findLinks = (url: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll('a')].filter(({ href }) => href === url)

/** Stores the focused link, if any, for a history entry before it is left. */
export function rememberFocus(key: string): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLAnchorElement)
    focusedLinks.set(key, { url: activeElement.href, index: findLinks(activeElement.href).indexOf(activeElement) })
}

/** Focuses the link that had the focus when a history entry was left: going back returns to where the user was. */
export function returnFocus(key: string): void {
  const known = focusedLinks.get(key)
  const link = known && findLinks(known.url)[known.index]
  // Going back before the other page was shown: it still has the focus, and the browser only keeps a focus that has moved.
  if (link === document.activeElement) link?.blur()
  link?.focus({ preventScroll: true })
}

/** The links that had the focus when a history entry was left, by its key. A row and its panel may have one each of a URL: `index` tells them apart. */
const focusedLinks = new Map<string, { url: string; index: number }>()

const findLinks = (url: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll('a')].filter(({ href }) => href === url)

/** Remembers the link that has the focus, if one has it, as that of a history entry that is left. */
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

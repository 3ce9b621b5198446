import { contentId } from '#client/app/content-id.ts'

/** The focus and the open panel before a link or form changes the page. */
export interface PageBefore {
  focused: Element | null
  /** From the innermost to the outermost. */
  parents: readonly Element[]
  panelTitle: string
  isPanelFocused: boolean
}

const findPanel = (): Element | null => document.querySelector('.panel')
const titleOfPanel = (): string => findPanel()?.getAttribute('aria-label') ?? ''

/** Call it before the page changes. */
export function rememberPage(): PageBefore {
  const focused = document.activeElement === document.body ? null : document.activeElement
  const parents: Element[] = []
  for (let parent = focused?.parentElement; parent; parent = parent.parentElement) parents.push(parent)
  const isPanelFocused = findPanel()?.contains(document.activeElement) ?? false
  return { focused, parents, panelTitle: titleOfPanel(), isPanelFocused }
}

/**
 * Moves the focus to the first row after a step to another page of a list, and into what surrounded the focused element, such as the other filters, if that
 * is gone.
 */
export function keepFocus({ focused, parents }: PageBefore): void {
  // Going back may have returned it already.
  if (!focused || (document.activeElement !== focused && document.activeElement !== document.body)) return
  const isPaging = parents.some((parent) => parent.matches('main .pager'))
  const firstRow = isPaging ? document.querySelector<HTMLElement>('main tbody a') : null
  if (firstRow) return firstRow.focus({ preventScroll: true })
  if (document.activeElement === focused) return
  const left = parents.find((parent) => parent.isConnected)
  const isPart = left?.matches('main *, .panel, .panel *') === true
  const target = (isPart && left?.querySelector<HTMLElement>(focusable)) || document.getElementById(contentId)
  target?.focus({ preventScroll: true })
}

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, summary'

/** What is announced of a change within a page: the panel that is open now, unless it has the focus, or what sums up the page, such as the number of rows. */
export function describeChange({ panelTitle, isPanelFocused }: PageBefore, isOverlayOnly: boolean): string {
  const title = titleOfPanel()
  if (title !== '' && title !== panelTitle)
    return findPanel()?.contains(document.activeElement) && !isPanelFocused ? '' : title
  if (isOverlayOnly) return ''
  return [...document.querySelectorAll('main [data-summary]')].flatMap((each) => readOwnText(each) || []).join(', ')
}

/** Without that of the elements in it, such as links beside a number. */
const readOwnText = ({ childNodes }: Element): string =>
  [...childNodes]
    .flatMap((node) => (node instanceof Text ? [node.data] : []))
    .join('')
    .trim()

import { contentId } from '#client/app/content-id.ts'

/** What opened each dialog, or the first one of those that follow each other, such as the preview of an action after its questions. */
const openers = new WeakMap<Element, Element | null>()

export const rememberOpener = (dialog: Element, opener: Element | null): void => void openers.set(dialog, opener)

/** What opened the dialog that something in it opens another one from. */
export function findEarlierOpener(opener: Element | null): Element | null {
  const before = opener?.closest('dialog')
  return (before && openers.get(before)) ?? null
}

/**
 * Moves focus to what opened a dialog, the menu around that, what opened the dialog that this one followed, the panel or the content of the page, unless something else
 * has it by now.
 */
export function returnFocus(opener: Element | null, earlierOpener: Element | null): void {
  const menu = opener?.closest('details')?.querySelector('summary')
  const panel = document.querySelector('.panel')
  // The global search may have opened it together with the panel of another row.
  const first = panel && opener?.closest('tbody tr:not([data-open])') ? panel : opener
  for (const target of [first, menu, earlierOpener, panel, document.getElementById(contentId)])
    if (target instanceof HTMLElement && document.activeElement === document.body) target.focus({ preventScroll: true })
}

/** The first field, else the link that leaves the dialog: the browser would focus the close button. */
export const findFirstField = (dialog: HTMLElement | null): Element | null | undefined =>
  dialog?.querySelector('.dialog__body :is(input:not([type=hidden]), select, textarea)') ??
  dialog?.querySelector('.dialog-form__buttons a')

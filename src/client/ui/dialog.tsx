import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { contentId } from '#client/app/content-id.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'

interface DialogProps {
  /** Called on Escape, on the close button, and on a press outside the dialog. */
  onClose: () => void
  /** URL of the close button without script: the page without the dialog. */
  closeHref?: string
  /** A question or a name: "Refund order SO261120-00006". */
  title: ReactNode
  description?: ReactNode
  /** Buttons labeled with the action; give the safe one `data-autofocus`. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

/**
 * A dialog for a decision or a short task. Uses the native `<dialog>`, which traps focus, closes on Escape and makes the rest of the
 * page inert. A dialog opened by the URL also works without script.
 */
export const Dialog = ({ open, ...rest }: DialogProps & { open: boolean }) => open && <OpenDialog {...rest} />

function OpenDialog({ onClose, closeHref, title, description, footer, size = 'md', children }: DialogProps) {
  const { common } = useMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Read while rendering: React moves the focus to a field with `autoFocus` before any effect, and the browser would return it there.
  const [opener] = useState(() => globalThis.document?.activeElement ?? null)
  // As state, because the previous dialog no longer exists when this one closes.
  const [earlierOpener] = useState(() => findEarlierOpener(opener))

  // A layout effect, so that the dialog is modal before the first paint.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element) openers.set(element, earlierOpener ?? opener)
    // What `autoFocus` has focused: opening the dialog takes the focus from it for a moment, which is no reason to check a field.
    const focused = document.activeElement
    const stopPropagation = (event: Event): void => event.stopPropagation()
    element?.addEventListener('focusout', stopPropagation, true)
    // A dialog rendered open by the server is not modal, and `showModal` throws while it is open.
    element?.close()
    element?.showModal()
    const target =
      element?.querySelector('[data-autofocus]') ?? (element?.contains(focused) ? focused : findFirstField(element))
    if (target instanceof HTMLElement) target.focus()
    element?.removeEventListener('focusout', stopPropagation, true)
    return () => {
      element?.close()
      // After React has removed the dialog, and whatever else its form changed.
      queueMicrotask(() => returnFocus(opener, earlierOpener))
    }
  }, [opener, earlierOpener])

  // Browsers let a page prevent `cancel` only once: a second Escape always closes the dialog. Handle Escape before the browser does.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // Only the topmost dialog closes: the login dialog may be open over another one.
      if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog.current) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])

  return (
    <dialog
      ref={dialog}
      className={size === 'md' ? 'dialog' : `dialog dialog--${size}`}
      open
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current && isOnBackdrop(event, dialog.current)) onClose()
      }}
    >
      <header className="dialog__head">
        <div>
          <h2 id={id}>{title}</h2>
          {description && <p>{description}</p>}
        </div>
        <a
          className="x"
          role={closeHref ? undefined : 'button'}
          href={closeHref ?? '#'}
          data-scroll="keep"
          aria-label={common.close}
          onClick={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          <Icon name="x" />
        </a>
      </header>
      {children && <div className="dialog__body">{children}</div>}
      {footer && <footer className="dialog__foot">{footer}</footer>}
    </dialog>
  )
}

/** What opened each dialog, or the first one of those that follow each other, such as the preview of an action after its questions. */
const openers = new WeakMap<Element, Element | null>()

function findEarlierOpener(opener: Element | null): Element | null {
  const before = opener?.closest('dialog')
  return (before && openers.get(before)) ?? null
}

/**
 * Moves focus to what opened a dialog, the menu around that, what opened the dialog that this one followed, the panel or the content of the page, unless something else
 * has it by now.
 */
function returnFocus(opener: Element | null, earlierOpener: Element | null): void {
  const menu = opener?.closest('details')?.querySelector('summary')
  const panel = document.querySelector('.panel')
  // The global search may have opened it together with the panel of another row.
  const first = panel && opener?.closest('tbody tr:not([data-open])') ? panel : opener
  for (const target of [first, menu, earlierOpener, panel, document.getElementById(contentId)])
    if (target instanceof HTMLElement && document.activeElement === document.body) target.focus({ preventScroll: true })
}

/** The first field, else the link that leaves the dialog: the browser would focus the close button. */
const findFirstField = (dialog: HTMLElement | null): Element | null | undefined =>
  dialog?.querySelector('.dialog__body :is(input:not([type=hidden]), select, textarea)') ??
  dialog?.querySelector('.dialog-form__buttons a')

/** The backdrop is part of the dialog element, but outside of its box. */
function isOnBackdrop({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

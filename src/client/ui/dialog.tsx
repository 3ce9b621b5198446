import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { NoConnection } from '#client/app/no-connection.tsx'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { guardNavigation, navigate } from '#client/navigation/router.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogNotification } from '#client/ui/dialog-notification.tsx'
import { findEarlierOpener, findFirstField, rememberOpener, returnFocus } from '#client/ui/dialog-focus.ts'
import { findChangedForms, markAsSaved } from '#client/ui/form-changes.ts'
import { Icon } from '#client/ui/icon.tsx'
import { unsaved as en } from '#shared/messages/en/unsaved.ts'
import { unsaved as zh } from '#shared/messages/zh/unsaved.ts'

const texts = { en, zh }

interface DialogProps {
  /** Called on Escape, on the close button, and on a press outside the dialog; where a form in it was changed, once the user discards that. */
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
  const dialog = useRef<HTMLDialogElement>(null)
  const { close, question } = useLeaveQuestion(dialog)
  const id = useId()
  // Read while rendering: React moves the focus to a field with `autoFocus` before any effect, and the browser would return it there.
  const [opener] = useState(() => globalThis.document?.activeElement ?? null)
  // As state, because the previous dialog no longer exists when this one closes.
  const [earlierOpener] = useState(() => findEarlierOpener(opener))

  // A layout effect, so that the dialog is modal before the first paint.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element) rememberOpener(element, earlierOpener ?? opener)
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
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      // Only the topmost dialog closes: the login dialog may be open over another one.
      if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog.current) return
      event.preventDefault()
      close(onClose)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [close, onClose])

  return (
    <dialog
      ref={dialog}
      className={size === 'md' ? 'dialog' : `dialog dialog--${size}`}
      open
      aria-labelledby={id}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        close(onClose)
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current && isOnBackdrop(event, dialog.current)) close(onClose)
      }}
    >
      <header className="dialog__head">
        <div>
          <h2 id={id}>{title}</h2>
          {description && <p id={`${id}-text`}>{description}</p>}
        </div>
        <CloseButton href={closeHref} onPress={() => close(onClose)} />
      </header>
      <NoConnection />
      {children && <div className="dialog__body">{children}</div>}
      {footer && <footer className="dialog__foot">{footer}</footer>}
      <DialogNotification />
      {question}
    </dialog>
  )
}

/** Without script a link to the page without the dialog. */
function CloseButton({ href, onPress }: { href: string | undefined; onPress: () => void }) {
  const { common } = useMessages()
  if (href === undefined)
    return (
      <button type="button" className="x" aria-label={common.close} onClick={onPress}>
        <Icon name="x" />
      </button>
    )
  const press = (event: MouseEvent): void => {
    event.preventDefault()
    onPress()
  }
  return (
    <a className="x" href={href} data-scroll="keep" aria-label={common.close} onClick={press}>
      <Icon name="x" />
    </a>
  )
}

/**
 * Asks before a dialog or panel whose forms were changed is closed or left: in a dialog of its own, or with the browser's question for reloading or
 * closing the tab. `close` calls a function at once when nothing was changed; render `question` in the dialog or panel. It does not ask when the
 * dialog or panel stays open at the new URL.
 */
export function useLeaveQuestion(
  surface: RefObject<HTMLElement | null>,
  staysOpenAt: (url: string) => boolean = never,
) {
  const unsaved = texts[usePageContext().locale]
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const close = useCallback(
    (then: () => void): void => {
      if (findChangedForms(surface.current).length > 0) setLeave(() => then)
      else then()
    },
    [surface],
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (findChangedForms(surface.current).length > 0) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    const release = guardNavigation((url) => {
      if (staysOpenAt(url) || findChangedForms(surface.current).length === 0) return true
      setLeave(() => () => navigate(url))
      return false
    })
    return () => {
      removeEventListener('beforeunload', onUnload)
      release()
    }
  }, [surface, staysOpenAt])

  const keep = (): void => setLeave(null)
  const discard = (): void => {
    for (const form of findChangedForms(surface.current)) markAsSaved(form)
    setLeave(null)
    leave?.()
  }
  const question = leave && (
    <Dialog
      open
      size="sm"
      onClose={keep}
      title={unsaved.title}
      description={unsaved.text}
      footer={
        <>
          <Button data-autofocus onClick={keep}>
            {unsaved.keep}
          </Button>
          <Button variant="danger" onClick={discard}>
            {unsaved.discard}
          </Button>
        </>
      }
    />
  )
  return { close, question }
}

const never = (): boolean => false

/** The backdrop is part of the dialog element, but outside of its box. */
function isOnBackdrop({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

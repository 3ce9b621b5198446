import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'

interface DialogProps {
  /** Called by Escape, the × and a press beside the dialog. */
  onClose: () => void
  /** Where the × leads without script: the address without the dialog. */
  closeHref?: string
  /** A question with a verb. */
  title: ReactNode
  description?: ReactNode
  /** Buttons that repeat the verb, the safe one with `data-autofocus`. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

/**
 * A decision or a short job. The browser's own dialog: it holds the focus, closes on Escape and keeps the rest of the page still,
 * and one that an address opens is there without script.
 */
export const Dialog = ({ open, ...rest }: DialogProps & { open: boolean }) => open && <OpenDialog {...rest} />

function OpenDialog({ onClose, closeHref, title, description, footer, size = 'md', children }: DialogProps) {
  const { common } = useMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Before the browser paints, and closed before it leaves the page: only so the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    // What the server sent open is not modal yet.
    element?.close()
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => element?.close()
  }, [])

  // The browser asks `cancel` only once: a second Escape would close it whatever the page says. So Escape never reaches the browser.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
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

/** The backdrop belongs to the dialog element: a press on it lies outside of its box. */
function isOnBackdrop({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

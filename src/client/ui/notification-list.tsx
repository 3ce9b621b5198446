import * as Toast from 'radix-ui/toast'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { NotificationListProps } from '#client/ui/notifications.tsx'
import { notification } from '#shared/constants.ts'

const icons = { success: 'circle-check', error: 'circle-alert', info: 'info', warning: 'triangle-alert' } as const

/**
 * Renders the notifications with Radix: timers pause on hover and focus, swipe closes, F8 moves focus there and the end of the last one back,
 * screen readers announce.
 */
export function NotificationList({ list, close }: NotificationListProps) {
  const { common } = useMessages()
  const [paused, setPaused] = useState(false)
  /** Set when Escape was pressed while a dialog is open: the dialog closes instead. */
  const skipClose = useRef(false)
  // Radix does not report a resume when the hovered notification is removed.
  if (paused && list.length === 0) setPaused(false)
  const focus = useFocusReturn(list.some(({ open }) => open))
  return (
    <div role="presentation" {...focus} onKeyDown={keepEscape}>
      <Toast.Provider
        duration={notification.durationMs}
        swipeThreshold={notification.swipeThresholdPx}
        swipeDirection="right"
        label={common.notification}
      >
        {list.map(({ id, open, title, description, kind = 'success', action }) => (
          <Toast.Root
            key={id}
            className={`toast toast--${kind}`}
            open={open}
            data-paused={paused || undefined}
            onPause={() => setPaused(true)}
            onResume={() => setPaused(false)}
            onEscapeKeyDown={() => {
              skipClose.current = document.querySelector('dialog:modal') !== null
            }}
            onOpenChange={() => {
              if (!skipClose.current) close(id)
              skipClose.current = false
            }}
          >
            <Icon name={icons[kind]} />
            <div>
              <Toast.Title className="toast__title">{title}</Toast.Title>
              {description && <Toast.Description className="toast__text">{description}</Toast.Description>}
            </div>
            <Toast.Close className="x" aria-label={common.close}>
              <Icon name="x" />
            </Toast.Close>
            {action && (
              <div className="toast__actions">
                <Toast.Action className="btn btn--sm" altText={action.label} onClick={action.run}>
                  {action.label}
                </Toast.Action>
              </div>
            )}
            <span className="toast__left" />
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" hotkey={[notification.hotkey]} label={common.notifications} />
      </Toast.Provider>
    </div>
  )
}

/** Escape in the list closes a notification, and not what is open on the page. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

/** Moves the focus back to where it came from when the last notification is closed. */
function useFocusReturn(hasOpen: boolean) {
  const region = useRef<HTMLDivElement>(null)
  const before = useRef<EventTarget | null>(null)
  useEffect(() => {
    const { activeElement } = document
    if (hasOpen || !(activeElement instanceof HTMLElement) || !region.current?.contains(activeElement)) return
    activeElement.blur()
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }, [hasOpen])
  const onFocus = ({ relatedTarget }: FocusEvent): void => {
    if (!region.current?.contains(relatedTarget)) before.current = relatedTarget
  }
  return { ref: region, onFocus }
}

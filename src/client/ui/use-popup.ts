import { type RefObject, useLayoutEffect } from 'react'

/** Between the field and its list, and between the list and the edges of the window, in px. */
const gap = 4
const margin = 8
/** A list lower than this opens above the field if there is more room. */
const comfortable = 200

/** Shows a popover below an element, or above it where there is more room, and keeps it there while something scrolls. It lies over dialogs, and nothing cuts it off. */
export function usePopup(
  isOpen: boolean,
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [list, field] = [popup.current, anchor.current]
    if (!isOpen || !list || !field) return
    list.showPopover()
    const update = (): void => place(list, field)
    update()
    const resized = new ResizeObserver(update)
    resized.observe(list)
    addEventListener('scroll', update, true)
    addEventListener('resize', update)
    visualViewport?.addEventListener('resize', update)
    return () => {
      resized.disconnect()
      removeEventListener('scroll', update, true)
      removeEventListener('resize', update)
      visualViewport?.removeEventListener('resize', update)
    }
  }, [isOpen, popup, anchor])
}

function place(list: HTMLElement, field: HTMLElement): void {
  const box = field.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  // Without the keyboard of a phone.
  const bottom = visualViewport ? visualViewport.offsetTop + visualViewport.height : clientHeight
  const below = bottom - box.bottom - gap - margin
  const above = box.top - gap - margin
  const isAbove = below < Math.min(list.scrollHeight, comfortable) && above > below
  Object.assign(list.style, {
    minWidth: `${box.width}px`,
    maxHeight: `${Math.max(isAbove ? above : below, 80)}px`,
    top: isAbove ? 'auto' : `${box.bottom + gap}px`,
    bottom: isAbove ? `${clientHeight - box.top + gap}px` : 'auto',
  })
  list.style.left = `${Math.max(margin, Math.min(box.left, clientWidth - list.offsetWidth - margin))}px`
}

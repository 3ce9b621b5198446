import { cloneElement, useEffect, useState, type ComponentType, type ReactElement } from 'react'

/** The attributes that give an element a tooltip; `shortcut` is the keyboard shortcut shown in it. */
export const getTooltipProps = (label: string, shortcut?: string) => ({
  'data-tooltip': label,
  'data-shortcut': shortcut,
})

interface TooltipProps {
  label: string
  shortcut?: string
  /** One element that takes focus: a button, a link. */
  children: ReactElement<Partial<ReturnType<typeof getTooltipProps>>>
}

/** A short explanation shown after 700 ms of hover or focus. Never use it for essential information. */
export const Tooltip = ({ label, shortcut, children }: TooltipProps) =>
  cloneElement(children, getTooltipProps(label, shortcut))

export interface TooltipListProps {
  /** Elements with a tooltip that have been hovered or focused. */
  elements: readonly HTMLElement[]
}

/** Rendered once in the document. Loads the tooltip code when an element with a tooltip is first hovered or focused. */
export function Tooltips() {
  const [elements, setElements] = useState<readonly HTMLElement[]>([])
  const [List, setList] = useState<ComponentType<TooltipListProps> | null>(null)
  const isNeeded = elements.length > 0
  useEffect(() => {
    const onHoverOrFocus = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      const element = (event.target as Element).closest<HTMLElement>('[data-tooltip]')
      if (!element) return
      setElements((known) =>
        known.includes(element) ? known : [...known.filter(({ isConnected }) => isConnected), element],
      )
    }
    document.addEventListener('pointerover', onHoverOrFocus)
    document.addEventListener('focusin', onHoverOrFocus)
    return () => {
      document.removeEventListener('pointerover', onHoverOrFocus)
      document.removeEventListener('focusin', onHoverOrFocus)
    }
  }, [])
  useEffect(() => {
    if (isNeeded) void import('#client/ui/tooltip-list.tsx').then(({ TooltipList }) => setList(() => TooltipList))
  }, [isNeeded])
  return List && <List elements={elements} />
}

import { cloneElement, useEffect, useState, type ComponentType, type ReactElement } from 'react'

/** The attributes that give an element its tooltip; `shortcut` is a key that does the same. */
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

/** A short text beside what it explains, after 700 ms. Never for anything that must be read. */
export const Tooltip = ({ label, shortcut, children }: TooltipProps) =>
  cloneElement(children, getTooltipProps(label, shortcut))

export interface TooltipListProps {
  /** The elements that the pointer or the focus has reached. */
  elements: readonly HTMLElement[]
}

/** Stands once in the document. What draws tooltips is loaded when the pointer or the focus first reaches something that has one. */
export function Tooltips() {
  const [elements, setElements] = useState<readonly HTMLElement[]>([])
  const [List, setList] = useState<ComponentType<TooltipListProps> | null>(null)
  const isNeeded = elements.length > 0
  useEffect(() => {
    const onReach = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      const element = (event.target as Element).closest<HTMLElement>('[data-tooltip]')
      if (!element) return
      setElements((known) => (known.includes(element) ? known : [...known.filter((one) => one.isConnected), element]))
    }
    document.addEventListener('pointerover', onReach)
    document.addEventListener('focusin', onReach)
    return () => {
      document.removeEventListener('pointerover', onReach)
      document.removeEventListener('focusin', onReach)
    }
  }, [])
  useEffect(() => {
    if (isNeeded) void import('#client/ui/tooltip-list.tsx').then(({ TooltipList }) => setList(() => TooltipList))
  }, [isNeeded])
  return List && <List elements={elements} />
}

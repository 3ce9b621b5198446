import * as Radix from 'radix-ui/tooltip'
import { useLayoutEffect, useRef, type RefCallback } from 'react'
import { Kbd } from '#client/ui/kbd.tsx'
import type { TooltipListProps } from '#client/ui/tooltip.tsx'
import { tooltip } from '#shared/constants.ts'

/** Draws the tooltips with Radix: one at a time, the next one at once while one was just open. */
export const TooltipList = ({ elements }: TooltipListProps) => (
  <Radix.Provider delayDuration={tooltip.openDelayMs} skipDelayDuration={tooltip.skipDelayMs}>
    {elements.map((element, index) => (
      <Radix.Root key={getElementKey(element, index)}>
        <Radix.Trigger asChild>
          <ExternalTrigger element={element} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tooltip" side="bottom" sideOffset={8} collisionPadding={8}>
            {element.dataset['tooltip']}
            {element.dataset['shortcut'] && <Kbd>{element.dataset['shortcut']}</Kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    ))}
  </Radix.Provider>
)

const keys = new WeakMap<HTMLElement, string>()

/** Elements have no name of their own. */
function getElementKey(element: HTMLElement, index: number): string {
  const key = keys.get(element) ?? `${Date.now()}-${index}`
  keys.set(element, key)
  return key
}

type Handler = (event: Event) => void

interface ExternalTriggerProps {
  element: HTMLElement
  ref?: RefCallback<HTMLElement>
  [name: string]: unknown
}

const events = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const

/** Gives Radix an element that stands elsewhere in the page as its trigger: what Radix would put on its own, it puts on that one. */
function ExternalTrigger({ element, ref, ...triggerProps }: ExternalTriggerProps) {
  const latest = useRef(triggerProps)
  useLayoutEffect(() => {
    latest.current = triggerProps
    for (const name of ['data-state', 'aria-describedby'])
      if (triggerProps[name] === undefined) element.removeAttribute(name)
      else element.setAttribute(name, String(triggerProps[name]))
  })
  useLayoutEffect(() => {
    ref?.(element)
    const controller = new AbortController()
    const callHandler = (name: string, event: Event): void => (latest.current[name] as Handler | undefined)?.(event)
    for (const [type, name] of Object.entries(events))
      element.addEventListener(type, (event) => callHandler(name, event), { signal: controller.signal })
    // The event that brought us here is over.
    if (element.matches(':focus-visible')) callHandler(events.focus, new FocusEvent('focus'))
    else if (element.matches(':hover'))
      callHandler(events.pointermove, new PointerEvent('pointermove', { pointerType: 'mouse' }))
    return () => {
      controller.abort()
      ref?.(null as unknown as HTMLElement)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the handlers are read when they are called
  }, [element])
  return null
}

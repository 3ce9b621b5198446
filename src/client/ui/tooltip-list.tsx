import * as Radix from 'radix-ui/tooltip'
import { useLayoutEffect, useRef, type RefCallback } from 'react'
import { Kbd } from '#client/ui/kbd.tsx'
import type { TooltipListProps } from '#client/ui/tooltip.tsx'
import { tooltip } from '#shared/constants.ts'

/** Renders the tooltips with Radix: one at a time, and without delay right after another. */
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

/** A stable React key for a DOM element. */
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

/** Makes an element elsewhere in the page a Radix trigger, by applying the trigger's attributes and event handlers to it. */
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
    // The event that mounted this component has already been dispatched, so replay it.
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

import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from '#client/ui/kbd.tsx'
import { tooltip } from '#shared/constants.ts'

/** Stands once around everything: one tooltip at a time, the next one at once while one was just open. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={tooltip.openDelayMs} skipDelayDuration={tooltip.skipDelayMs}>
    {children}
  </Radix.Provider>
)

interface TooltipProps {
  label: string
  shortcut?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes focus: a button, a link. */
  children: ReactNode
}

/** A short text beside what it explains, after 700 ms. Never for anything that must be read. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={8} collisionPadding={8}>
          {label}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

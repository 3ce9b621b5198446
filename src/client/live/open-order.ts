import { createListeners } from '#client/browser/listeners.ts'
import type { OrderViewer } from '#shared/live/views.ts'
import { useSyncExternalStore } from 'react'

/** The live status of the open order, shown in its panel. */
interface OpenOrder {
  number: string | undefined
  /** The others who have it open. */
  viewers: readonly OrderViewer[]
  /** What someone else (or the program, with an empty name) changed: shown already, or waiting until the form in use is sent or closed. */
  change: { by: string; at: number; isRecent: boolean; isShown: boolean } | undefined
}

let state: OpenOrder = { number: undefined, viewers: [], change: undefined }
const { subscribe, notify } = createListeners()

/** Updates the live status. */
export function setOpenOrder(next: Partial<OpenOrder>): void {
  state = { ...state, ...next }
  notify()
}

/** For a change that is no longer waiting. */
export function forgetWaitingChange(): void {
  if (state.change?.isShown === false) setOpenOrder({ change: undefined })
}

/** The live status of an order; empty before the page is connected. */
export function useOpenOrder(number: string): Omit<OpenOrder, 'number'> {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  )
  return current.number === number ? current : nothing
}

const nothing: OpenOrder = { number: undefined, viewers: [], change: undefined }

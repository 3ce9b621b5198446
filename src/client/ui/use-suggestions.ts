import { useEffect, useRef, useState } from 'react'

/** Typing faster than this asks the server once. */
const delayMs = 150

/** One line of the list below a field. */
export interface Suggestion<Item> {
  key: string
  title: string
  /** What else tells it apart. */
  note?: string | undefined
  item: Item
}

type Suggestions<Item> = readonly Suggestion<Item>[]

/** What a text suggests: at once, or when the server has answered. */
export type Suggest<Item> = (text: string, signal: AbortSignal) => Suggestions<Item> | Promise<Suggestions<Item>>

/** Asks only when the user stops typing. */
export const whenTypingStops =
  <Item>(load: (text: string, signal: AbortSignal) => Promise<Suggestions<Item>>): Suggest<Item> =>
  async (text, signal) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return signal.aborted ? [] : load(text, signal)
  }

/**
 * The suggestions for the text that was typed last: the answer for an older one is ignored, and an error suggests nothing. `isAsking` says whether that answer
 * is still to come.
 */
export function useSuggestions<Item>(suggest: Suggest<Item>) {
  const [found, setFound] = useState<Suggestions<Item>>([])
  const asking = useRef<AbortController>(null)
  const clear = (): void => {
    asking.current?.abort()
    asking.current = null
    setFound([])
  }
  const ask = (text: string): void => {
    asking.current?.abort()
    asking.current = null
    const controller = new AbortController()
    const answer = text.trim() === '' ? [] : suggest(text, controller.signal)
    if (!(answer instanceof Promise)) return setFound(answer)
    asking.current = controller
    const show = (suggestions: Suggestions<Item>): void => {
      if (controller.signal.aborted) return
      asking.current = null
      setFound(suggestions)
    }
    answer.then(show, () => show([]))
  }
  useEffect(() => () => asking.current?.abort(), [])
  return { found, ask, clear, isAsking: () => asking.current !== null }
}

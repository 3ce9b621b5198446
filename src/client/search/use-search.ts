import { call } from '#client/api/call.ts'
import type { FoundItems } from '#shared/search/views.ts'
import { useEffect, useState } from 'react'

/** Typing faster than this asks once. */
const debounceMs = 100

/** What was found for a text, or why nothing was. */
export type SearchState =
  | { status: 'empty' }
  | { status: 'searching' }
  | { status: 'failed' }
  | { status: 'found'; text: string; found: FoundItems }

/** Searches everywhere for a text while it is typed. What was found before stays until the next answer. */
export function useSearch(text: string): SearchState & { previous: FoundItems | null } {
  const [state, setState] = useState<SearchState>({ status: 'empty' })
  const [previous, setPrevious] = useState<FoundItems | null>(null)
  useEffect(() => {
    if (text === '') {
      setState({ status: 'empty' })
      setPrevious(null)
      return
    }
    setState({ status: 'searching' })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call('searchEverything', { text }, { signal: controller.signal }).then(
        (found) => {
          if (controller.signal.aborted) return
          setState({ status: 'found', text, found })
          setPrevious(found)
        },
        () => {
          if (!controller.signal.aborted) setState({ status: 'failed' })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return { ...state, previous }
}

import { call } from '#client/api/call.ts'
import type { FoundItems } from '#shared/search/views.ts'
import { useEffect, useState } from 'react'

/** Typing faster than this asks once. */
const debounceMs = 100

export interface SearchState {
  status: 'empty' | 'searching' | 'failed' | 'found'
  /** What was found, for an earlier text until the answer for this one comes. */
  found: FoundItems | null
}

/** Searches everywhere for a text while it is typed. */
export function useSearch(text: string): SearchState {
  const [answer, setAnswer] = useState<{ text: string; found: FoundItems | null }>({ text: '', found: null })
  useEffect(() => {
    if (text === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const finish = (found: FoundItems | null): void => {
        if (!controller.signal.aborted) setAnswer({ text, found })
      }
      call('searchEverything', { text }, { signal: controller.signal }).then(finish, () => finish(null))
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  if (text === '') return { status: 'empty', found: null }
  if (answer.text !== text) return { status: 'searching', found: answer.found }
  return { status: answer.found ? 'found' : 'failed', found: answer.found }
}

import { call, CallError } from '#client/api/call.ts'
import type { FoundItems } from '#shared/search/views.ts'
import { useEffect, useState } from 'react'

/** Typing faster than this asks once. */
const debounceMs = 100

export interface SearchState {
  status: 'empty' | 'searching' | 'failed' | 'invalid' | 'found'
  /** What was found, for an earlier text until the answer for this one comes. */
  found: FoundItems | null
  /** What is wrong with the filters in the text, if it is invalid. */
  errors: readonly string[]
}

interface Answer extends Pick<SearchState, 'found' | 'errors'> {
  text: string
}

const noAnswer: Answer = { text: '', found: null, errors: [] }

/** Searches everywhere for a text while it is typed. */
export function useSearch(text: string): SearchState {
  const [answer, setAnswer] = useState(noAnswer)
  useEffect(() => {
    if (text === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const finish = (result: Partial<Answer>): void => {
        if (!controller.signal.aborted) setAnswer({ ...noAnswer, ...result, text })
      }
      call('searchEverything', { text }, { signal: controller.signal }).then(
        (found) => finish({ found }),
        (error: unknown) => finish({ errors: listErrors(error) }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  if (text === '') return { ...noAnswer, status: 'empty' }
  if (answer.text !== text) return { ...noAnswer, status: 'searching', found: answer.found }
  const { found, errors } = answer
  return { status: found ? 'found' : errors.length > 0 ? 'invalid' : 'failed', found, errors }
}

/** What the server says about the text, in the language of the user. */
const listErrors = (error: unknown): string[] =>
  error instanceof CallError ? (error.problem.errors ?? []).map(({ detail }) => detail) : []

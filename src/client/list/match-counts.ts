import { call } from '#client/api/call.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { buildFormUrl } from '#client/navigation/router.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import { matchCounts as en } from '#shared/messages/en/match-counts.ts'
import { matchCounts as zh } from '#shared/messages/zh/match-counts.ts'
import type { Count } from '#shared/list/count.ts'
import { type RefObject, useEffect, useState } from 'react'

const messages = { en, zh }

export const useMatchCountMessages = () => messages[usePageContext().locale]

/** Between two keys of a word nothing is counted. */
const delayMs = 250

/** How many rows the form around an element of an open filter menu would list; null until something is changed and counted. */
export function useFormMatchCount(ref: RefObject<HTMLElement | null>, list: ViewListName | undefined): Count | null {
  const [count, setCount] = useState<Count | null>(null)
  useEffect(() => {
    const form = ref.current?.closest('form')
    if (!form || !list) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let counting: AbortController | undefined
    const reset = (): void => {
      clearTimeout(timer)
      counting?.abort()
      setCount(null)
    }
    const onInput = (): void => {
      if (ref.current?.closest('details')?.open !== true) return
      reset()
      timer = setTimeout(() => {
        counting = new AbortController()
        void countMatches(list, buildFormUrl(form, null).search, counting.signal).then(setCount)
      }, delayMs)
    }
    form.addEventListener('input', onInput)
    return () => {
      reset()
      form.removeEventListener('input', onInput)
    }
  }, [ref, list])
  return count
}

/** How many rows each of these URLs of a list has, in their order; null until they are counted, and for those that are not. */
export function useMatchCounts(list: ViewListName | undefined, hrefs: readonly string[]): readonly (Count | null)[] {
  const [counts, setCounts] = useState<readonly (Count | null)[]>([])
  const key = hrefs.join(' ')
  useEffect(() => {
    if (!list || key === '') return
    const controller = new AbortController()
    const counting = key.split(' ').map((href) => countMatches(list, href.split('?')[1] ?? '', controller.signal))
    void Promise.all(counting).then((found) => {
      if (!controller.signal.aborted) setCounts(found)
    })
    return () => {
      controller.abort()
      setCounts([])
    }
  }, [list, key])
  return counts
}

/** Null for what cannot be counted: the list works without the number. */
async function countMatches(list: ViewListName, query: string, signal: AbortSignal): Promise<Count | null> {
  try {
    return (await call('countMatches', { list, query: query.replace(/^\?/, '') }, { signal })).count
  } catch {
    return null
  }
}

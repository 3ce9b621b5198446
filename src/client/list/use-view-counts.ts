import { call } from '#client/api/call.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import type { Count } from '#shared/list/count.ts'
import { useEffect, useState } from 'react'

/** Rows come first: counting must not compete with them. */
const delayMs = 1000

/** How many rows each view has, by its id; empty until they are counted. They are counted again when `state`, which says what the list has, is another one. */
export function useViewCounts(
  list: ViewListName,
  views: readonly ListView[],
  state: string,
): Readonly<Record<string, Count>> {
  const [counts, setCounts] = useState<Readonly<Record<string, Count>>>({})
  const key = views.map(({ href }) => href).join(' ')
  useEffect(() => {
    if (key === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call('countViews', { list }, { signal: controller.signal }).then(
        (answer) => setCounts(answer.counts),
        () => undefined,
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [list, key, state])
  return counts
}

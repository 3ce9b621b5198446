import { useMessages } from '#client/app/page-context.tsx'
import { useFormMatchCount, useMatchCountMessages } from '#client/list/match-counts.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { ViewListName } from '#shared/list/view-lists.ts'
import { useRef } from 'react'

interface FilterFootProps {
  /** The list without the filters of the menu. */
  clearHref: string
  /** The list that counts the rows of the filter before it is applied. */
  counted?: ViewListName | undefined
}

/** The buttons of a filter menu: clear the filters, or apply them, which says how many rows match. */
export function FilterFoot({ clearHref, counted }: FilterFootProps) {
  const { common } = useMessages()
  const { show } = useMatchCountMessages()
  const foot = useRef<HTMLDivElement>(null)
  const count = useFormMatchCount(foot, counted)
  const text = count && show(common.count(count), 'exact' in count && count.exact === 1)
  return (
    <div className="filter__foot" ref={foot}>
      <ButtonLink variant="ghost" href={clearHref}>
        {common.clear}
      </ButtonLink>
      <span className="sr-only" role="status">
        {text}
      </span>
      <Button type="submit" variant="primary">
        {text ?? common.apply}
      </Button>
    </div>
  )
}

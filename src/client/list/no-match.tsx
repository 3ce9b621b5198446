import { useMessages } from '#client/app/page-context.tsx'
import type { ActiveFilter } from '#client/list/use-active-filters.ts'
import { useMatchCountMessages, useMatchCounts } from '#client/list/match-counts.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { exampleText } from '#shared/list/example-text.ts'
import { clearHref, cursorHref } from '#shared/list/url.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import { Fragment } from 'react'

interface NoMatchProps {
  list: Pick<List, 'path' | 'filters' | 'sorts' | 'openParameter'>
  query: QueryValues
  activeFilters: readonly ActiveFilter[]
  /** The list that counts the rows without each filter. */
  counted?: ViewListName | undefined
  /** Parameters that "Clear all filters" keeps. */
  keep?: QueryValues
}

/** An empty list: which filter to remove, or past the end of the list the link back. */
export function NoMatch({ list, query, activeFilters, counted, keep }: NoMatchProps) {
  const { common, lists } = useMessages()
  const { without } = useMatchCountMessages()
  const isFiltered = query['cursor'] === undefined
  const counts = useMatchCounts(
    isFiltered ? counted : undefined,
    activeFilters.map(({ removeHref }) => removeHref),
  )
  const examples = exampleText(list).split(' ').filter(Boolean)
  if (!isFiltered)
    return (
      <Empty
        icon="search"
        title={common.noMatchingData}
        actions={<ButtonLink href={cursorHref(list, query, undefined)}>{lists.toFirstPage}</ButtonLink>}
      >
        {lists.endOfList}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={common.noMatchingData}
      actions={
        <>
          {activeFilters.map(({ id, field, value, removeHref }, index) => {
            const removal = lists.without(lists.filter(field, value))
            const count = counts[index]
            return (
              <ButtonLink key={id} href={removeHref}>
                {count ? without(removal, common.count(count)) : removal}
              </ButtonLink>
            )
          })}
          {activeFilters.length > 1 && (
            <ButtonLink variant="ghost" href={clearHref(list, query, keep)}>
              {lists.clear}
            </ButtonLink>
          )}
        </>
      }
      note={
        examples.length > 0 && (
          <>
            {lists.typedFilters}
            <span className="empty__examples">
              {examples.map((example) => (
                <Fragment key={example}>
                  <code className="mono">{example}</code>{' '}
                </Fragment>
              ))}
            </span>
          </>
        )
      }
    >
      {activeFilters.length > 1 ? lists.noMatchForAll : lists.noMatch}
    </Empty>
  )
}

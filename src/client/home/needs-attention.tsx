import { useMessages } from '#client/app/page-context.tsx'
import { listTodoItems, type TodoItem } from '#client/home/todo-items.ts'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { Card } from '#client/ui/card.tsx'
import { MissingPermissionNote } from '#client/ui/empty.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { HomeView } from '#shared/home/views.ts'
import { add } from '#shared/money.ts'

/** Open work, each line with a link to its list; lines with nothing to do are left out. */
export function NeedsAttention({ waiting }: { waiting: HomeView['waiting'] }) {
  const home = useHomeMessages()
  const { common } = useMessages()
  const formatTime = useTimeFormat()
  // Day and time stay on one line.
  const time = (at: number): string => formatTime(at).replaceAll(' ', '\u00A0')
  const days = useDayRangeFormat()
  const day = (text: string): string => days({ from: text, to: text })
  const items = listTodoItems(waiting, { home, time, day })
  const open = items.filter(({ count }) => leastOf(count) > 0)
  const counts = open.flatMap(({ count, isPart }) => (isPart ? [] : [count]))
  const sum = add(...counts.map(leastOf))
  const isExact = counts.every((count) => typeof count === 'number' || 'exact' in count)
  return (
    <div>
      <Card
        title={home.needsAttention}
        end={sum > 0 && home.items(common.count(isExact ? { exact: sum } : { atLeast: sum }))}
        flush
      >
        {open.length === 0 && <p className="todo muted">{home.nothingToDo}</p>}
        {open.map(({ key, ...item }) => (
          <Todo key={key ?? item.title} {...item} />
        ))}
        {waiting.pendingUsers === null && (
          <div className="todo">
            <MissingPermissionNote permission="users.approve" subject={home.pendingUsers} />
          </div>
        )}
      </Card>
    </div>
  )
}

const leastOf = (count: TodoItem['count']): number =>
  typeof count === 'number' ? count : 'exact' in count ? count.exact : count.atLeast

function Todo({ icon, title, hint, count, url }: Omit<TodoItem, 'key' | 'isPart'>) {
  const { common } = useMessages()
  return (
    <a className="todo" href={url}>
      <Icon name={icon} />
      <span className="grow">
        <span className="todo__title strong">{title}</span>
        <span className="xs dimmed">
          <Parts>{hint}</Parts>
        </span>
      </span>
      <span className="n">{common.count(typeof count === 'number' ? { exact: count } : count)}</span>
      <Icon name="chevron-right" />
    </a>
  )
}

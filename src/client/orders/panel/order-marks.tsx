import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useSession } from '#client/app/page-context.tsx'
import { useAnnotations } from '#client/orders/panel/use-annotations.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Tag } from '#client/ui/badge.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Annotation } from '#shared/orders/actions.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderMarksProps {
  order: OrderView
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** Who takes care of an order and its tags, with links that change them and that adds a note: one line below the heading. */
export function OrderMarks({ order, query, form }: OrderMarksProps) {
  const { notes, tags } = useOrderMessages().orders
  const annotations = useAnnotations()
  const canTag = annotations.includes('tag')
  const dialogHref = (action: Annotation): string => href('orders', { ...query, order: order.number, action })
  if (annotations.length === 0 && order.assignee === null && order.tags.length === 0) return null
  return (
    <div className="marks">
      <Assignee order={order} form={form} dialogHref={annotations.includes('assign') ? dialogHref('assign') : null} />
      {order.tags.length > 0 && <Tags order={order} form={form} canTag={canTag} />}
      {canTag && (
        <a className="mark-link" href={dialogHref('tag')} data-scroll="keep">
          <Icon name="tag" />
          {tags.add}
        </a>
      )}
      {annotations.includes('note') && (
        <a className="mark-link" href={dialogHref('note')} data-scroll="keep">
          <Icon name="message-square" />
          {notes.add}
        </a>
      )}
    </div>
  )
}

interface AssigneeProps extends Omit<OrderMarksProps, 'query'> {
  /** The URL of the dialog that changes it; null without the permission. */
  dialogHref: string | null
}

/** The assignee, as a link to change them; of an order without one, a button to take it. */
function Assignee({ order: { number, assignee, assigneeId }, form, dialogHref }: AssigneeProps) {
  const { orders } = useOrderMessages()
  const words = orders.assignee
  const { user } = useSession()
  if (assignee !== null) {
    const person = (
      <>
        <Avatar name={assignee} size="sm" isCurrentUser={assigneeId === user?.id} />
        <span className="truncate">{orders.isAssigned(assignee)}</span>
      </>
    )
    if (dialogHref === null) return <span className="mark-person">{person}</span>
    return (
      <a className="mark-person" href={dialogHref} data-scroll="keep" {...getTooltipProps(words.change, 'A')}>
        {person}
      </a>
    )
  }
  if (dialogHref === null || !user) return null
  return (
    <Form endpoint="assignOrder" hiddenValues={{ number, assigneeId: user.id }} outcome={form}>
      <button type="submit" className="mark-link">
        <Icon name="user-plus" />
        {words.take}
      </button>
    </Form>
  )
}

function Tags({ order: { number, tags }, form, canTag }: Omit<OrderMarksProps, 'query'> & { canTag: boolean }) {
  const words = useOrderMessages().orders.tags
  return (
    <ul className="mark-tags" aria-label={words.title}>
      {tags.map((tag) => (
        <li key={tag}>
          <Tag>
            {tag}
            {canTag && (
              <Form endpoint="untagOrder" hiddenValues={{ number, tag }} outcome={form}>
                <button className="tag__x" type="submit" aria-label={words.remove(tag)}>
                  <Icon name="x" />
                </button>
              </Form>
            )}
          </Tag>
        </li>
      ))}
    </ul>
  )
}

import { useMessages, useSession } from '#client/app/page-context.tsx'
import { useAnnotations } from '#client/orders/use-annotations.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Tag } from '#client/ui/badge.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Annotation } from '#shared/orders/actions.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderMarksProps {
  order: OrderView
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** Who takes care of an order, and its tags. */
export function OrderMarks({ order, query, form }: OrderMarksProps) {
  const annotations = useAnnotations()
  const canAssign = annotations.includes('assign')
  const canTag = annotations.includes('tag')
  const dialogHref = (action: Annotation): string => href('orders', { ...query, order: order.number, action })
  if (!canAssign && !canTag && order.assignee === null && order.tags.length === 0) return null
  return (
    <PanelSection>
      <div className="marks">
        {(canAssign || order.assignee !== null) && (
          <Assignee order={order} form={form} dialogHref={canAssign ? dialogHref('assign') : null} />
        )}
        {(canTag || order.tags.length > 0) && (
          <Tags order={order} form={form} dialogHref={canTag ? dialogHref('tag') : null} />
        )}
      </div>
    </PanelSection>
  )
}

interface MarkProps extends Omit<OrderMarksProps, 'query'> {
  /** The URL of the dialog that changes it; null without the permission. */
  dialogHref: string | null
}

function Assignee({ order: { number, assignee, assigneeId }, form, dialogHref }: MarkProps) {
  const words = useMessages().orders.assignee
  const { user } = useSession()
  return (
    <div className="mark">
      {assignee === null ? (
        <Icon name="user" />
      ) : (
        <Avatar name={assignee} size="sm" isCurrentUser={assigneeId === user?.id} />
      )}
      <span className={assignee === null ? 'dimmed' : undefined}>
        {assignee === null ? words.none : words.isAssigned(assignee)}
      </span>
      {dialogHref !== null && (
        <span className="end">
          {user && assigneeId === null && (
            <Form endpoint="assignOrder" hiddenValues={{ number, assigneeId: user.id }} outcome={form}>
              <SubmitButton variant="ghost" size="sm">
                {words.take}
              </SubmitButton>
            </Form>
          )}
          <ButtonLink variant="ghost" size="sm" href={dialogHref} data-scroll="keep">
            {assignee === null ? words.assign : words.change}
          </ButtonLink>
        </span>
      )}
    </div>
  )
}

function Tags({ order: { number, tags }, form, dialogHref }: MarkProps) {
  const words = useMessages().orders.tags
  return (
    <div className="mark">
      <Icon name="tag" />
      {tags.length === 0 && <span className="dimmed">{words.none}</span>}
      {tags.length > 0 && (
        <ul className="mark__tags" aria-label={words.title}>
          {tags.map((tag) => (
            <li key={tag}>
              <Tag>
                {tag}
                {dialogHref !== null && (
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
      )}
      {dialogHref !== null && (
        <span className="end">
          <ButtonLink variant="ghost" size="sm" href={dialogHref} data-scroll="keep">
            {words.add}
          </ButtonLink>
        </span>
      )}
    </div>
  )
}

import { shortcutKeys } from '#client/app/keys.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { isWaitingReturn } from '#client/orders/panel/needs-attention.ts'
import { revalidate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { DocumentAction } from '#shared/orders/actions.ts'
import { unrefundedReturns } from '#shared/orders/unrefunded-returns.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ReturnView } from '#shared/orders/document-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderReturnsProps {
  order: OrderView
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** What the customer sends back, apart from what waits for approval; renders nothing if there is nothing. */
export function OrderReturns({ order, query, form }: OrderReturnsProps) {
  const { returns } = useOrderMessages()
  const shown = order.returns.filter((record) => !isWaitingReturn(record))
  if (shown.length === 0) return null
  return (
    <PanelSection title={returns.title}>
      {shown.map((record) => (
        <ReturnItem key={record.number} record={record} order={order} query={query} form={form} />
      ))}
    </PanelSection>
  )
}

/** A return with its lines, and what can be done with it. */
export function ReturnItem({ record, order, query, form }: OrderReturnsProps & { record: ReturnView }) {
  const { returns: words } = useOrderMessages()
  const { number, status, reason, closingReason, requestedAt, lines, actions } = record
  const canRefund = order.actions.includes('refund') && Object.keys(unrefundedReturns(order, record)).length > 0
  const itemCount = lines.reduce((items, { quantity }) => items + quantity, 0)
  return (
    <PanelItem
      icon="undo-2"
      title={reason}
      meta={
        <>
          {words.summary(number, itemCount)} <Time at={requestedAt} />
        </>
      }
      end={<Status kind="return" value={status} />}
      attention={isWaitingReturn(record)}
    >
      <ReturnedLines record={record} order={order} />
      {closingReason && <p className="xs muted">{words.closedBecause(closingReason)}</p>}
      {actions.length > 0 && (
        <ul className="item-actions" aria-label={words.actionsOf(number)}>
          {actions.map((action, index) => (
            <li key={action}>
              <ReturnActionControl
                action={action}
                shortcut={index === 0 && !canRefund ? shortcutKeys.order.return : undefined}
                record={record}
                order={order}
                query={query}
                form={form}
              />
            </li>
          ))}
          {status === 'received' && canRefund && (
            <li>
              <ButtonLink
                size="sm"
                href={href('orders', { ...query, order: order.number, action: 'refund', document: number })}
                data-scroll="keep"
                aria-keyshortcuts={shortcutKeys.order.return}
              >
                {words.refund}
              </ButtonLink>
            </li>
          )}
        </ul>
      )}
    </PanelItem>
  )
}

/** Each line with what was announced and what arrived. */
function ReturnedLines({ record: { lines, receipts }, order }: { record: ReturnView; order: OrderView }) {
  const { returns: words } = useOrderMessages()
  const nameOf = (lineId: string): string => order.lines.find(({ id }) => id === lineId)?.name ?? ''
  return (
    <ul className="xs muted returned-lines">
      {lines.map(({ id, quantity }) => (
        <li key={id}>
          <span dir="auto">{words.line(quantity, nameOf(id))}</span>
          {receipts
            .filter(({ lineId }) => lineId === id)
            .map((receipt, index) => (
              <span key={index} className="dimmed">
                {words.received(receipt.quantity, words.conditions[receipt.condition], receipt.restock)}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}

interface ControlProps extends OrderReturnsProps {
  action: DocumentAction
  /** The key of the first action: the next step. */
  shortcut: string | undefined
  record: ReturnView
}

/** What needs no answer is done at once, everything else opens its dialog. */
function ReturnActionControl({ action, shortcut, record: { number }, order, query, form }: ControlProps) {
  const { returns: words } = useOrderMessages()
  if (action !== 'approveReturn' && action !== 'completeReturn')
    return (
      <ButtonLink
        size="sm"
        href={href('orders', { ...query, order: order.number, action, document: number })}
        data-scroll="keep"
        aria-keyshortcuts={shortcut}
      >
        {(words.actions as Partial<Record<DocumentAction, string>>)[action]}
      </ButtonLink>
    )
  return (
    <Form
      endpoint={action}
      hiddenValues={{ number: order.number, returnNumber: number, version: order.version }}
      outcome={form}
      onAnswer={() => {
        notify({ kind: 'success', title: words.done[action](number) })
        void revalidate()
      }}
      onProblem={({ type }) => {
        if (type === '/problems/changed-meanwhile' || type === '/problems/illegal-transition') void revalidate()
      }}
    >
      <SubmitButton size="sm" variant={action === 'approveReturn' ? 'soft' : 'default'} aria-keyshortcuts={shortcut}>
        {words.actions[action]}
      </SubmitButton>
    </Form>
  )
}

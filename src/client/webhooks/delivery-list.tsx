import { usersHref } from '#client/staff/users-url.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useWebhookMessages } from '#client/webhooks/use-webhook-messages.ts'
import { DeliveryStatus } from '#client/webhooks/webhook-status.tsx'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { WebhookDetail } from '#shared/staff/page-views.ts'
import { deliveryStates } from '#shared/webhooks/webhooks-list.ts'

/** The deliveries of a webhook, newest first; one opens in their place. */
export function DeliveryList({ webhook, query }: { webhook: WebhookDetail; query: UsersQuery }) {
  const words = useWebhookMessages()
  const formatTime = useTimeFormat()
  const { rows, next } = webhook.deliveries
  const { deliveryState, before } = query
  const listHref = (change: Partial<UsersQuery>) => usersHref(query, { before: undefined, ...change })
  return (
    <PanelSection title={words.deliveries}>
      <p className="xs muted deliveries__kept">{words.deliveriesKept}</p>
      <Segmented
        label={words.deliveries}
        value={deliveryState ?? 'all'}
        options={[undefined, ...deliveryStates].map((state) => ({
          value: state ?? 'all',
          label: state === undefined ? words.allDeliveries : words.deliveryStates[state],
          href: listHref({ deliveryState: state }),
        }))}
      />
      {rows.length === 0 && <p className="sm muted deliveries">{words.noDeliveries}</p>}
      <ul className="deliveries">
        {rows.map(({ id, type, orderNumber, state, createdAt, attemptCount, lastStatus, nextAttemptAt }) => (
          <li key={id}>
            <a href={usersHref(query, { delivery: id })} data-scroll="keep">
              <span className="grow">
                {words.topics[type]} {orderNumber !== null && <span className="dimmed">{orderNumber}</span>}
              </span>
              <DeliveryStatus state={state} />
              <span className="xs dimmed deliveries__note">
                <Parts>
                  {[
                    formatTime(createdAt),
                    attemptCount > 0 && words.attempts(attemptCount),
                    lastStatus,
                    nextAttemptAt !== null && attemptCount > 0 && words.nextAttempt(formatTime(nextAttemptAt)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Parts>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="row">
        {before !== undefined && (
          <ButtonLink size="sm" href={listHref({})} data-scroll="keep">
            {words.newest}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink size="sm" href={listHref({ before: next })} data-scroll="keep">
            {words.older}
          </ButtonLink>
        )}
      </p>
    </PanelSection>
  )
}

import { revalidate } from '#client/navigation/router.ts'
import { usersHref } from '#client/staff/users-url.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { DescriptionList, PanelItem } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useWebhookMessages } from '#client/webhooks/use-webhook-messages.ts'
import { DeliveryStatus } from '#client/webhooks/webhook-status.tsx'
import { formatCount } from '#shared/count.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { DeliveryAttempt, DeliveryView } from '#shared/webhooks/webhooks.ts'

interface OpenDeliveryProps {
  /** The id of the webhook. */
  webhook: string
  delivery: DeliveryView
  query: UsersQuery
  form: FormOutcome | null
}

/** One delivery: what was sent, and how each attempt went. */
export function OpenDelivery({ webhook, delivery, query, form }: OpenDeliveryProps) {
  const words = useWebhookMessages()
  const formatTime = useTimeFormat()
  const { id, type, orderNumber, state, eventId, createdAt, payload, attempts } = delivery
  return (
    <PanelSection title={words.topics[type]} end={<DeliveryStatus state={state} />}>
      <div className="delivery">
        <DescriptionList
          items={[
            [
              words.order,
              orderNumber && (
                <a key="order" className="link" href={href('orders', { order: orderNumber })}>
                  {orderNumber}
                </a>
              ),
            ],
            [words.details.created, formatTime(createdAt)],
            [
              words.event,
              <span key="event" className="mono breakable">
                {eventId}
              </span>,
            ],
          ]}
        />
        <div className="row">
          <ButtonLink size="sm" icon="arrow-left" href={usersHref(query, { delivery: undefined })} data-scroll="keep">
            {words.backToDeliveries}
          </ButtonLink>
          <Form
            endpoint="resendDelivery"
            hiddenValues={{ webhook, delivery: id }}
            outcome={form}
            onAnswer={() => {
              notify({ kind: 'success', title: words.resent })
              void revalidate()
            }}
          >
            <SubmitButton size="sm" icon="rotate-ccw">
              {words.resend}
            </SubmitButton>
          </Form>
        </div>
        {attempts.map((attempt, index) => (
          <Attempt key={attempt.at} number={index + 1} attempt={attempt} />
        ))}
        <h3 className="sm strong">{words.payload}</h3>
        {payload === null ? (
          <p className="sm muted">{words.noPayload}</p>
        ) : (
          <textarea
            className="input mono delivery__text"
            readOnly
            rows={16}
            aria-label={words.payload}
            value={formatJson(payload)}
          />
        )}
      </div>
    </PanelSection>
  )
}

function Attempt({ number, attempt }: { number: number; attempt: DeliveryAttempt }) {
  const words = useWebhookMessages()
  const formatTime = useTimeFormat()
  const { at, status, durationMs, error, response } = attempt
  const duration = formatCount(durationMs)
  return (
    <PanelItem
      icon={error === null ? 'circle-check' : 'circle-alert'}
      title={words.attempt(number)}
      meta={`${formatTime(at)} · ${status === null ? words.noAnswer(duration) : words.answered(status, duration)}`}
      attention={error !== null}
    >
      {error !== null && <p className="sm">{words.errors[error]}</p>}
      {response !== '' && (
        <p className="mono xs breakable">
          <span className="sr-only">{words.response}: </span>
          {response}
        </p>
      )}
    </PanelItem>
  )
}

/** JSON with indentation; the text itself if it is none. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

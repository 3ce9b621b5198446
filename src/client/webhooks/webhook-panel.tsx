import { revalidate } from '#client/navigation/router.ts'
import { usersHref } from '#client/staff/users-url.ts'
import { ActionMenu } from '#client/ui/action-menu.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { MissingPanel } from '#client/ui/missing-panel.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Panel, PanelTitle } from '#client/ui/panel.tsx'
import { PreviousNext } from '#client/ui/previous-next.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { DeliveryList } from '#client/webhooks/delivery-list.tsx'
import { OpenDelivery } from '#client/webhooks/open-delivery.tsx'
import { useWebhookMessages } from '#client/webhooks/use-webhook-messages.ts'
import { EditWebhookDialog, RemoveWebhookDialog, ReplaceSecretDialog } from '#client/webhooks/webhook-dialogs.tsx'
import { WebhookStatus } from '#client/webhooks/webhook-status.tsx'
import { formatCount } from '#shared/count.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { WebhookDetail, WebhooksTabView } from '#shared/staff/page-views.ts'
import { webhookName } from '#shared/webhooks/webhook-name.ts'
import { webhooksList } from '#shared/webhooks/webhooks-list.ts'

interface WebhookPanelProps {
  webhook: NonNullable<WebhooksTabView['webhook']>
  /** The rows of the list, for the previous and next links. */
  rows: readonly { id: string }[]
  query: UsersQuery
  form: FormOutcome | null
}

interface OpenWebhookProps extends Pick<WebhookPanelProps, 'query' | 'form'> {
  webhook: WebhookDetail
}

/** One webhook: what it sends and where, how that goes, and every delivery of the last month. */
export function WebhookPanel({ webhook, rows, query, form }: WebhookPanelProps) {
  const words = useWebhookMessages()
  const closeHref = closedHref(webhooksList, query)
  const panel = { closeHref, backLabel: words.list }
  if ('missing' in webhook)
    return (
      <MissingPanel {...panel} title={words.missing}>
        {words.missingHint}
      </MissingPanel>
    )
  const openHref = createOpenHref(webhooksList, query)
  return (
    <Panel
      {...panel}
      record={webhook.id}
      title={webhookName(webhook)}
      position={<PreviousNext keys={rows.map(({ id }) => id)} current={webhook.id} hrefOf={openHref} />}
      actions={<WebhookActions webhook={webhook} query={query} form={form} />}
    >
      <WebhookHead webhook={webhook} />
      {webhook.delivery ? (
        <OpenDelivery webhook={webhook.id} delivery={webhook.delivery} query={query} form={form} />
      ) : (
        <DeliveryList webhook={webhook} query={query} />
      )}
      <WebhookDialogs webhook={webhook} query={query} form={form} />
    </Panel>
  )
}

function WebhookHead({ webhook }: { webhook: WebhookDetail }) {
  const words = useWebhookMessages()
  const formatTime = useTimeFormat()
  const { url, state, failingSince, topics, includesPersonal, createdAt, lastDeliveredAt } = webhook
  return (
    <header className="panel__head">
      <PanelTitle>{webhookName(webhook)}</PanelTitle>
      <div className="row">
        <WebhookStatus state={state} badge />
      </div>
      {state === 'off' && <Banner kind="error">{words.offText}</Banner>}
      {state === 'failing' && failingSince !== null && (
        <Banner kind="warning">{words.failingSince(formatTime(failingSince))}</Banner>
      )}
      <DescriptionList
        items={[
          [
            words.url,
            <span key="url" className="mono breakable">
              {url}
            </span>,
          ],
          [words.events, topics.map((topic) => words.topics[topic]).join(words.separator)],
          [words.details.personal, includesPersonal ? words.personal.included : words.personal.masked],
          [words.details.created, formatTime(createdAt)],
          [words.details.delivered, lastDeliveredAt === null ? words.never : formatTime(lastDeliveredAt)],
          [words.details.waiting, webhook.waitingCount > 0 ? formatCount(webhook.waitingCount) : ''],
        ]}
      />
    </header>
  )
}

function WebhookActions({ webhook, query, form }: OpenWebhookProps) {
  const words = useWebhookMessages()
  const isOn = webhook.state === 'active' || webhook.state === 'failing'
  const dialogHref = (action: 'edit' | 'secret' | 'remove') => usersHref(query, { webhookAction: action })
  const hiddenValues = { webhook: webhook.id }
  const answered = (title: string) => () => {
    notify({ kind: 'success', title })
    void revalidate()
  }
  return (
    <>
      {isOn ? (
        <>
          <Form endpoint="testWebhook" hiddenValues={hiddenValues} outcome={form} onAnswer={answered(words.tested)}>
            <SubmitButton icon="circle-check">{words.test}</SubmitButton>
          </Form>
          <Form endpoint="pauseWebhook" hiddenValues={hiddenValues} outcome={form} onAnswer={answered(words.paused)}>
            <SubmitButton variant="ghost">{words.pause}</SubmitButton>
          </Form>
        </>
      ) : (
        <Form endpoint="resumeWebhook" hiddenValues={hiddenValues} outcome={form} onAnswer={answered(words.resumed)}>
          <SubmitButton variant="primary">{words.resume}</SubmitButton>
        </Form>
      )}
      <ButtonLink variant="ghost" href={dialogHref('edit')} data-scroll="keep">
        {words.edit}
      </ButtonLink>
      <ActionMenu label={words.more} closedBy={`${webhook.id} ${query.webhookAction}`}>
        <li>
          <a className="menu__item" href={dialogHref('secret')} data-scroll="keep">
            <Icon name="refresh-cw" />
            {words.replaceSecret}
          </a>
        </li>
        <li>
          <a className="menu__item menu__item--danger" href={dialogHref('remove')} data-scroll="keep">
            <Icon name="trash-2" />
            {words.remove}
          </a>
        </li>
      </ActionMenu>
    </>
  )
}

function WebhookDialogs({ webhook, query, form }: OpenWebhookProps) {
  const dialog = { webhook, form, closeHref: usersHref(query, { webhookAction: undefined }) }
  switch (query.webhookAction) {
    case 'edit':
      return <EditWebhookDialog {...dialog} />
    case 'secret':
      return <ReplaceSecretDialog {...dialog} />
    case 'remove':
      return <RemoveWebhookDialog {...dialog} listHref={closedHref(webhooksList, query)} />
    default:
      return null
  }
}

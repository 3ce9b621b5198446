import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { AddWebhookDialog } from '#client/webhooks/webhook-dialogs.tsx'
import { WebhookStatus } from '#client/webhooks/webhook-status.tsx'
import { useWebhookMessages } from '#client/webhooks/use-webhook-messages.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { webhookName } from '#shared/webhooks/webhook-name.ts'
import { webhooksList } from '#shared/webhooks/webhooks-list.ts'
import type { WebhookView } from '#shared/webhooks/webhooks.ts'

/** The webhooks; one opens in the panel. */
export function WebhooksTab({ query, content, form }: TabProps<'webhooks'>) {
  const words = useWebhookMessages()
  const renderTime = useTitledTime()
  const openHref = createOpenHref(webhooksList, query)
  useRowClick()
  const cells: Record<ColumnId<typeof webhooksList>, (webhook: WebhookView) => Cell> = {
    url: ({ id, url, description }) => (
      <>
        <a href={openHref(id)}>{webhookName({ url, description })}</a>{' '}
        <span className="mono dimmed">{description ? new URL(url).host : new URL(url).pathname}</span>
      </>
    ),
    status: ({ state }) => <WebhookStatus state={state} />,
    topics: ({ topics }) => topics.map((topic) => words.topics[topic]).join(words.separator),
    delivered: ({ lastDeliveredAt }) =>
      lastDeliveredAt === null ? <span className="dimmed">{words.never}</span> : renderTime(lastDeliveredAt),
  }
  return (
    <>
      <ListView
        list={webhooksList}
        query={query}
        page={content}
        words={words}
        search={words.search}
        className="webhooks"
        cells={cells}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="link" title={words.none}>
            {words.noneHint}
          </Empty>
        }
      />
      {query.webhookAction === 'add' && (
        <AddWebhookDialog closeHref={usersHref(query, { webhookAction: undefined })} form={form} />
      )}
    </>
  )
}

/** What can be added, and what it is for, in the head of the page. */
export function WebhooksActions({ query }: Pick<TabProps<'webhooks'>, 'query'>) {
  const words = useWebhookMessages()
  const addHref = usersHref(query, { webhookAction: 'add', openWebhook: undefined })
  return (
    <>
      <ButtonLink className="hide-sm" href="/api/reference?tag=webhooks" target="_blank">
        {words.reference}
      </ButtonLink>
      <ButtonLink variant="primary" icon="plus" href={addHref} data-scroll="keep">
        {words.add}
      </ButtonLink>
    </>
  )
}

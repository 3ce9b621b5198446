import type { AuthenticatedContext } from '#server/context.ts'
import { readIfValid } from '#server/list/query-errors.ts'
import { webhooksList } from '#shared/webhooks/webhooks-list.ts'
import type { TabLoader } from '#server/staff/tabs.ts'
import { readWebhooks } from '#server/webhooks/webhook-views.ts'
import { readDeliveries, readDelivery } from '#server/webhooks/delivery-actions.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { WebhooksTabView } from '#shared/staff/page-views.ts'

/** All webhooks in the chosen states, and the one that is open with its deliveries. */
export const loadWebhooksTab: TabLoader<'webhooks'> = async (context, query) => {
  const page = await readIfValid(context, webhooksList, query, async () => {
    const rows = await readWebhooks(context.kontor, query)
    return { rows, next: null, previous: null, count: { exact: rows.length } }
  })
  return {
    tab: 'webhooks',
    missingPermission: null,
    ...page,
    webhook: query.openWebhook === undefined ? null : await loadWebhook(context, query.openWebhook, query),
  }
}

async function loadWebhook(
  context: AuthenticatedContext,
  id: string,
  { deliveryState, before, delivery }: UsersQuery,
): Promise<WebhooksTabView['webhook']> {
  const webhook = (await readWebhooks(context.kontor, { webhookState: [] })).find((each) => each.id === id)
  if (!webhook) return { missing: id }
  const [deliveries, open] = await Promise.all([
    readDeliveries(context.kontor.database.read, id, { state: deliveryState, before }),
    delivery === undefined ? undefined : readDelivery(context, id, delivery),
  ])
  return { ...webhook, deliveries, delivery: open ?? null }
}

import type { WebhookView } from '#shared/webhooks/webhooks.ts'

/** What a webhook is called: its description, or the host that it sends to. */
export const webhookName = ({ description, url }: Pick<WebhookView, 'description' | 'url'>): string =>
  description || new URL(url).host

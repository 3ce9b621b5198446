import { usePageContext } from '#client/app/page-context.tsx'
import { webhooks as en } from '#shared/messages/en/webhooks.ts'
import { webhooks as zh } from '#shared/messages/zh/webhooks.ts'

/** The texts of the tab "Webhooks", which other pages do not load. */
export const useWebhookMessages = (): typeof en => ({ en, zh })[usePageContext().locale]

import { usePageContext } from '#client/app/page-context.tsx'
import { tokens as en } from '#shared/messages/en/tokens.ts'
import { tokens as zh } from '#shared/messages/zh/tokens.ts'

/** The texts of the tab "API tokens", which other pages do not load. */
export const useTokenMessages = (): typeof en => ({ en, zh })[usePageContext().locale]

import { usePageContext } from '#client/app/page-context.tsx'
import { home as en } from '#shared/messages/en/home.ts'
import { home as zh } from '#shared/messages/zh/home.ts'

const messages = { en, zh }

/** The texts of figures and charts, and of the home page, which the list of orders does not load. */
export const useHomeMessages = (): typeof en => messages[usePageContext().locale]

import { usePageContext } from '#client/app/page-context.tsx'
import { account as en } from '#shared/messages/en/account.ts'
import { account as zh } from '#shared/messages/zh/account.ts'

const messages = { en, zh }

/** The texts of the user's own account panel, which are loaded with it. */
export const useAccountMessages = () => messages[usePageContext().locale]

import { usePageContext } from '#client/app/page-context.tsx'
import { roles as en } from '#shared/messages/en/roles.ts'
import { roles as zh } from '#shared/messages/zh/roles.ts'

/** The texts of the tab "Roles", which other pages do not load. */
export const useRoleMessages = (): typeof en => ({ en, zh })[usePageContext().locale]

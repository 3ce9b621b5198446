import { usePageContext } from '#client/app/page-context.tsx'
import { storeCredit as en } from '#shared/messages/en/store-credit.ts'
import { storeCredit as zh } from '#shared/messages/zh/store-credit.ts'

const messages = { en, zh }

/** The texts of the dialog that changes store credit. */
export const useCreditMessages = (): typeof en => messages[usePageContext().locale]

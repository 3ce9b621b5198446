import { usePageContext } from '#client/app/page-context.tsx'
import { customerList as en } from '#shared/messages/en/customer-list.ts'
import { customerList as zh } from '#shared/messages/zh/customer-list.ts'

const messages = { en, zh }

/** The texts of the list of customers, which only it loads. */
export const useCustomerListMessages = (): typeof en => messages[usePageContext().locale]

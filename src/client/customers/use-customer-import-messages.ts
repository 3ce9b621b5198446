import { usePageContext } from '#client/app/page-context.tsx'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { customerImport as en } from '#shared/messages/en/customer-import.ts'
import { customerImport as zh } from '#shared/messages/zh/customer-import.ts'

const messages = { en, zh }

/** The texts of the import of customers, which only its dialog loads. */
export const useCustomerImportMessages = (): ReturnType<typeof useFileImportMessages> & typeof en => ({
  ...useFileImportMessages(),
  ...messages[usePageContext().locale],
})

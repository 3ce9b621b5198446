import { usePageContext } from '#client/app/page-context.tsx'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { importDialog as en } from '#shared/messages/en/import-dialog.ts'
import { importDialog as zh } from '#shared/messages/zh/import-dialog.ts'

const messages = { en, zh }

export type ImportMessages = ReturnType<typeof useFileImportMessages> & typeof en

/** The texts of the dialog that imports orders, which the list does not load. */
export const useImportMessages = (): ImportMessages => ({
  ...useFileImportMessages(),
  ...messages[usePageContext().locale],
})

import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { importDialog as en } from '#shared/messages/en/import-dialog.ts'
import { importDialog as zh } from '#shared/messages/zh/import-dialog.ts'

const messages = { en, zh }

export type ImportMessages = Messages['orders']['import'] & typeof en

/** The texts of the dialog that imports orders, which the list does not load. */
export const useImportMessages = (): ImportMessages => ({
  ...useMessages().orders.import,
  ...messages[usePageContext().locale],
})

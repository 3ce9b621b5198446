import { usePageContext } from '#client/app/page-context.tsx'
import { printDialog as en } from '#shared/messages/en/print-dialog.ts'
import { printDialog as zh } from '#shared/messages/zh/print-dialog.ts'

const messages = { en, zh }

/** The texts of the dialogs that print, which the list does not load. */
export const usePrintMessages = (): typeof en => messages[usePageContext().locale]

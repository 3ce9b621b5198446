import { usePageContext } from '#client/app/page-context.tsx'
import { fileImport as en } from '#shared/messages/en/file-import.ts'
import { fileImport as zh } from '#shared/messages/zh/file-import.ts'

const messages = { en, zh }

/** The texts that all imports of files share, which only their dialogs load. */
export const useFileImportMessages = (): typeof en => messages[usePageContext().locale]

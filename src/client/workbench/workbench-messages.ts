import { usePageContext } from '#client/app/page-context.tsx'
import { checks } from '#shared/messages/en/checks.ts'
import { workbench } from '#shared/messages/en/workbench.ts'
import { checks as checksInChinese } from '#shared/messages/zh/checks.ts'
import { workbench as workbenchInChinese } from '#shared/messages/zh/workbench.ts'
import type { Locale } from '#shared/locales.ts'

const en = { ...workbench, checks }
type WorkbenchMessages = typeof en
const messages: Record<Locale, WorkbenchMessages> = { en, zh: { ...workbenchInChinese, checks: checksInChinese } }

/** The texts of the workbench and of the self-check. They are loaded with the page, because no other page needs them. */
export const useWorkbenchMessages = (): WorkbenchMessages => messages[usePageContext().locale]

import { imports } from '#shared/messages/en/imports.ts'
import { additions, problems } from '#shared/messages/en/problems.ts'
import { imports as importsInChinese } from '#shared/messages/zh/imports.ts'
import { additions as additionsInChinese, problems as problemsInChinese } from '#shared/messages/zh/problems.ts'
import type { Locale } from '#shared/staff/inputs.ts'

const en = { imports, problems, additions }

/** The words that only the server says: refusals, and what an import reports. No browser loads them. */
export type Answers = typeof en
export const answers: Record<Locale, Answers> = {
  en,
  zh: { imports: importsInChinese, problems: problemsInChinese, additions: additionsInChinese },
}

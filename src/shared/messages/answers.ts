import { documents } from '#shared/messages/en/documents.ts'
import { imports } from '#shared/messages/en/imports.ts'
import { additions, problems } from '#shared/messages/en/problems.ts'
import { documents as documentsInChinese } from '#shared/messages/zh/documents.ts'
import { imports as importsInChinese } from '#shared/messages/zh/imports.ts'
import { additions as additionsInChinese, problems as problemsInChinese } from '#shared/messages/zh/problems.ts'
import type { Locale } from '#shared/locales.ts'

const en = { documents, imports, problems, additions }

/** Texts that only the server writes (printed documents, problems and import reports), so that browsers never load them. */
export type Answers = typeof en
export const answers: Record<Locale, Answers> = {
  en,
  zh: {
    documents: documentsInChinese,
    imports: importsInChinese,
    problems: problemsInChinese,
    additions: additionsInChinese,
  },
}

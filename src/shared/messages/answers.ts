import { documents } from '#shared/messages/en/documents.ts'
import { fieldAnswers } from '#shared/messages/en/field-answers.ts'
import { imports } from '#shared/messages/en/imports.ts'
import { mails } from '#shared/messages/en/mails.ts'
import { reference } from '#shared/messages/en/reference.ts'
import { additions, problems } from '#shared/messages/en/problems.ts'
import { documents as documentsInChinese } from '#shared/messages/zh/documents.ts'
import { fieldAnswers as fieldAnswersInChinese } from '#shared/messages/zh/field-answers.ts'
import { imports as importsInChinese } from '#shared/messages/zh/imports.ts'
import { mails as mailsInChinese } from '#shared/messages/zh/mails.ts'
import { reference as referenceInChinese } from '#shared/messages/zh/reference.ts'
import { additions as additionsInChinese, problems as problemsInChinese } from '#shared/messages/zh/problems.ts'
import type { Locale } from '#shared/locales.ts'

const en = { documents, fieldAnswers, imports, mails, problems, additions, reference }

/** Texts that only the server writes (printed documents, mails, problems, what actions find wrong with fields, and import reports), so that browsers never load them. */
export type Answers = typeof en
export const answers: Record<Locale, Answers> = {
  en,
  zh: {
    documents: documentsInChinese,
    fieldAnswers: fieldAnswersInChinese,
    imports: importsInChinese,
    mails: mailsInChinese,
    problems: problemsInChinese,
    additions: additionsInChinese,
    reference: referenceInChinese,
  },
}

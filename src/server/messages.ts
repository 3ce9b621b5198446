import { type Answers, answers } from '#shared/messages/answers.ts'
import { en, type Messages } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { MessageTemplate } from '#shared/problem.ts'
import type { Locale } from '#shared/locales.ts'

const messages: Record<Locale, Messages & Answers> = { en: { ...en, ...answers.en }, zh: { ...zh, ...answers.zh } }

/** All messages of a language: those of the pages, and those that only the server uses. */
export const getMessages = (locale: Locale): Messages & Answers => messages[locale]

/** What can be wrong with a field, by its reason. */
export const getFieldMessages = (locale: Locale): Record<string, MessageTemplate> => fieldMessages[locale]

const toFieldMessages = ({ fields, fieldAnswers }: Messages & Answers) => ({ ...fields, ...fieldAnswers })
const fieldMessages = { en: toFieldMessages(messages.en), zh: toFieldMessages(messages.zh) }

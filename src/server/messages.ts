import { type Answers, answers } from '#shared/messages/answers.ts'
import { en, type Messages } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { Locale } from '#shared/locales.ts'

const messages: Record<Locale, Messages & Answers> = { en: { ...en, ...answers.en }, zh: { ...zh, ...answers.zh } }

/** All messages of a language: those of the pages, and those that only the server uses. */
export const getMessages = (locale: Locale): Messages & Answers => messages[locale]

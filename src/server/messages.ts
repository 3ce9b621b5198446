import { en, type Messages } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { Locale } from '#shared/staff/inputs.ts'

const messages: Record<Locale, Messages> = { en, zh }

/** Every word in one language. */
export const messagesIn = (locale: Locale): Messages => messages[locale]

import type { Locale } from '#shared/locales.ts'
import { providerName as en } from '#shared/messages/en/provider-name.ts'
import { providerName as zh } from '#shared/messages/zh/provider-name.ts'

/** Names payment methods in each language. */
export const providerNames: Readonly<Record<Locale, (provider: string) => string>> = { en, zh }

/** The languages of the interface. */
export const locales = ['en', 'zh'] as const
export type Locale = (typeof locales)[number]

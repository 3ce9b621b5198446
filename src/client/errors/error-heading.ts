import type { ErrorView } from '#shared/page-state.ts'

/** The heading and title of an error page: the error's message, or by default the name of the variant. */
export const headingOf = (error: ErrorView, words: { notFound: string; generic: string }): string =>
  error.statusMessage || (error.statusCode === 404 ? words.notFound : words.generic)

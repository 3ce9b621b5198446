/** A value as quoted in a message: at most 60 characters, with control characters made visible. */
export const toExcerpt = (value: string): string =>
  replaceControls(value.length > 60 ? `${value.slice(0, 59)}…` : value)

/** Replaces control characters and lone surrogates (left by truncation) with U+FFFD. */
export const replaceControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�').toWellFormed()

import { cutText } from '#shared/cut-text.ts'

const maxLength = 500

/** A text of a file as it is kept: its beginning, short enough for an index of PostgreSQL, with U+FFFD for half a character. */
export const limitText = (text: string): string => cutText(text.toWellFormed(), maxLength)

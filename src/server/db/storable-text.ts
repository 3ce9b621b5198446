/** Whether both databases can store a text: it contains neither U+0000 nor lone surrogates. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The beginning of a text, at most `maxLength` UTF-16 units. It never ends in half a character, which databases store as another one: hashes of the text would no longer match. */
export function cutText(text: string, maxLength: number): string {
  const beginning = text.slice(0, maxLength)
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1)
}

/** Puts a name between Chinese words, with spaces around Latin letters but not before full-width punctuation. */
export function named(before: string, name: string, after = ''): string {
  const latin = (letter: string | undefined) => letter !== undefined && /[\x21-\x7e]/.test(letter)
  const gapBefore = before && latin(name.at(0)) ? ' ' : ''
  const gapAfter = after && latin(name.at(-1)) && !/^[，。？：]/.test(after) ? ' ' : ''
  return before + gapBefore + name + gapAfter + after
}

import { normalize } from '#server/list/normalize.ts'

/**
 * Whether a text contains all of these parts, whatever their case and accents: `strasse` is in `Straße`, and `ΠΑΠΑΣ` in `Παπασόγλου`, although a sigma at the
 * end of a word is another letter than one within it.
 */
export function createTextMatcher(parts: readonly string[]): (text: string) => boolean {
  // A part that is only an accent would be in every text.
  const wanted = parts.map((part) => foldText(part) || part)
  return (text) => {
    const folded = foldText(text)
    return wanted.every((part) => folded.includes(part))
  }
}

/** A text in lower case and without accents, full-width letters and the sigma at the end of a word as others. */
export const foldText = (text: string): string => normalize(text).replaceAll('ς', 'σ')

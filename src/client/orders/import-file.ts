import { uploadLimitBytes } from '#shared/constants.ts'
import type { Messages } from '#shared/messages/en.ts'

/** Why a file is not worth sending, in a sentence; null when the server should look at it. */
export function wrongFile(
  file: Pick<File, 'name' | 'size' | 'type'>,
  words: Messages['orders']['import'],
): string | null {
  if (file.size === 0) return words.empty(file.name)
  if (!looksLikeText(file)) return words.notText(file.name)
  if (file.size > uploadLimitBytes)
    return words.tooLarge(file.name, sizeText(file.size), uploadLimitBytes / 1024 / 1024)
  return null
}

/** By its name first: for CSV, browsers and systems give types as they like, among them that of a spreadsheet. */
const looksLikeText = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.(csv|tsv|txt)$/i.test(name) || type.startsWith('text/') || (type === '' && !/\.\w+$/.test(name))

/** A size for people: `312 KB`, `4.1 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

import { uploadLimitBytes } from '#shared/constants.ts'
import type { Messages } from '#shared/messages/en.ts'

/** Why a file is not worth sending, in a sentence; null when the server should look at it. */
export function getFileError(file: Pick<File, 'name' | 'size'>, words: Messages['orders']['import']): string | null {
  if (file.size === 0) return words.empty(file.name)
  if (isWorkbook(file)) return words.notCsv(file.name)
  if (file.size > uploadLimitBytes)
    return words.tooLarge(file.name, formatFileSize(file.size), uploadLimitBytes / 1024 / 1024)
  return null
}

/** By its name: the types that browsers and systems give a CSV file are of all kinds. What is unknown the server may look at. */
const isWorkbook = ({ name }: Pick<File, 'name'>): boolean =>
  /\.(xlsx?|xlsm|xlsb|ods|numbers|pdf|zip|docx?)$/i.test(name)

/** A size for people: `312 KB`, `4.1 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

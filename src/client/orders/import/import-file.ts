import { formatFileSize } from '#client/ui/file-size.ts'
import type { ImportMessages } from '#client/orders/import/use-import-messages.ts'
import { uploadLimitBytes } from '#shared/constants.ts'

/** The largest file, in MB. */
export const megabytes = uploadLimitBytes / 1024 / 1024

/** The message for a file that cannot be an export; null when the file should be sent to the server. */
export function getFileError(file: Pick<File, 'name' | 'size'>, words: ImportMessages): string | null {
  if (file.size === 0) return words.empty(file.name)
  if (isOtherDocument(file)) return words.notCsv(file.name)
  if (file.size > uploadLimitBytes) return words.tooLarge(file.name, formatFileSize(file.size), megabytes)
  return null
}

/** Decides by file extension, because browsers report various types for CSV files. The server checks files with other extensions. */
const isOtherDocument = ({ name }: Pick<File, 'name'>): boolean => /\.(xls|xlsb|ods|numbers|pdf|zip|docx?)$/i.test(name)

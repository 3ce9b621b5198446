/** Files of entries: for spreadsheets, as text for Excel or for other programs, and a line of JSON for each entry. */
export const entryExportFormats = ['xlsx', 'excel', 'csv', 'json'] as const

/** What a row of a table is: a posting with all that is known, or an entry with the columns of the list. */
export const exportRows = ['postings', 'entries'] as const

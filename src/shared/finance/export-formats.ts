/** Files of entries: for spreadsheets, as text for Excel or for other programs, and a line of JSON for each entry. */
export const entryExportFormats = ['xlsx', 'excel', 'csv', 'json'] as const

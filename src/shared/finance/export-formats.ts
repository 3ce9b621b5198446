/** Files of entries: for Excel, for other programs, and a line of JSON for each entry. */
export const entryExportFormats = ['excel', 'csv', 'json'] as const
export type EntryExportFormat = (typeof entryExportFormats)[number]

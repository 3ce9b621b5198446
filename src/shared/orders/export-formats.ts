/** Files of orders: for spreadsheets, as text for Excel, or as text for other programs. */
export const orderExportFormats = ['xlsx', 'excel', 'csv'] as const

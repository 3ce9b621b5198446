/** Texts of every form that maps the columns of a table. */
export const tableMapping = {
  rows: 'First rows of the file',
  headingRow: 'Header row',
  column: (number: number) => `Column ${number}`,
  none: 'None',
  moreColumns: 'More columns',
  dayOrder: 'Dates are written',
  dayOrders: { ymd: 'Year, month, day', dmy: 'Day, month, year', mdy: 'Month, day, year' },
  decimalMark: 'Amounts are written',
  decimalMarks: { '.': '1,234.50', ',': '1.234,50' },
}

/** The dialog in which users choose the columns of a list. */
export const listColumns = {
  title: 'Columns',
  text: 'Choose the columns of your list and their order.',
  label: 'Columns of the list',
  up: (column: string) => `Move ${column} up`,
  down: (column: string) => `Move ${column} down`,
  moved: (column: string, position: number, count: number) => `${column}: position ${position} of ${count}`,
  reset: 'Use default columns',
  save: 'Save columns',
}

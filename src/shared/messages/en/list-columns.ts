/** The dialog in which users choose the columns of a list. */
export const listColumns = {
  title: 'Columns',
  text: 'Choose the columns of your list, their order and width, and the height of its rows. You can also drag the edges of headings, and double-click one to reset it.',
  viewText: (name: string) => `“${name}” has columns of its own. Changes are for everyone who uses this view.`,
  fixedByView: (name: string) => `“${name}” has columns of its own. Those who may change this view can choose others.`,
  label: 'Columns of the list',
  up: (column: string) => `Move ${column} up`,
  down: (column: string) => `Move ${column} down`,
  moved: (column: string, position: number, count: number) => `${column}: position ${position} of ${count}`,
  width: (column: string) => `Width of ${column}`,
  automatic: 'Automatic',
  widths: { narrow: 'Narrow', medium: 'Medium', wide: 'Wide', extraWide: 'Extra wide' },
  ownWidth: (width: number) => `${width} px`,
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  reset: 'Use defaults',
  save: 'Save',
}

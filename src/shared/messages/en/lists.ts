/** Words of every list: its filters, an empty result, presets of days. */
export const lists = {
  any: 'Any',
  editFilter: 'Edit filter',
  noMatch: 'No results match this filter.',
  noMatchForAll: 'No results match all filters. Remove one:',
  without: (filter: string) => `Without ${filter}`,
  filter: (field: string, value: string) => `“${field}: ${value}”`,
  clear: 'Clear all filters',
  columns: 'Columns',
  endOfList: 'No more results in this direction.',
  toFirstPage: 'Go to first page',
  presets: {
    today: 'Today',
    yesterday: 'Yesterday',
    last7Days: 'Last 7 days',
    last30Days: 'Last 30 days',
    month: 'This month',
    lastMonth: 'Last month',
    year: 'This year',
    all: 'All',
  },
  presetLabel: 'Common ranges',
}

/** The columns of an index in whose order lists are read, each before the id. */
export type IndexedColumn = 'total_minor' | 'customer_sort_key'
/** What lists are sorted by besides the time. */
export type SortColumn = IndexedColumn | 'number'

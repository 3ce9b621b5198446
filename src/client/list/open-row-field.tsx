import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'

/** A hidden field for the filter form of a list, so that the open row stays open. */
export function OpenRowField({ list, query }: { list: Pick<List, 'openParameter'>; query: QueryValues }) {
  const key = query[list.openParameter]
  return key !== undefined && <input type="hidden" name={list.openParameter} value={String(key)} />
}

import type { List } from '#shared/list/list.ts'
import { Glob } from 'bun'

/** Every list that is declared, by the name of its export. */
async function findLists(): Promise<Map<string, List>> {
  const lists = new Map<string, List>()
  for (const path of [...new Glob('src/shared/**/*.ts').scanSync()].toSorted()) {
    if (!(await Bun.file(path).text()).includes('= defineList(')) continue
    for (const [name, value] of Object.entries((await import(`../../${path}`)) as Record<string, unknown>))
      if (typeof value === 'object' && value !== null && 'filters' in value && 'columns' in value)
        lists.set(name, value as List)
  }
  return lists
}

/** The lists whose search accepts filters. */
export const findSearchedLists = async (): Promise<[string, List][]> =>
  [...(await findLists())].filter(
    ([, { filters }]) => filters.length > 1 && filters.some(({ kind }) => kind === 'search'),
  )

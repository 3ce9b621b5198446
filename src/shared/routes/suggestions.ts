import { normalizePath, pageNames, pages, type PageName } from '#shared/routes/pages.ts'

/** Suggestions for a URL that matches no page. */
export interface Suggestions {
  /** The pages of the shell whose paths are closest in spelling. */
  pages: PageName[]
  /** An order number in the path, in upper case. */
  orderNumber?: string
}

/** Letters that may be wrong, missing, extra or swapped for a path to still mean a page. */
const maxDistance = 2

/** Suggests pages and an order for a URL that shows nothing; `url` is its path and query, still encoded. */
export function suggestPages(url: string): Suggestions {
  const path = normalizePath(url.split(/[?#]/, 1)[0] ?? '')
  const firstSegment = path.split('/')[1] ?? ''
  const orderNumber = /(?:^|[^a-z0-9])(so\d{6}-\d{5,})(?![a-z0-9])/.exec(path)?.[1]?.toUpperCase()
  const distances = pageNames
    .filter((name) => pages[name].layout === 'shell' && pages[name].path !== '/')
    .map((name) => ({ name, distance: editDistance(firstSegment, pages[name].path.slice(1)) }))
    .filter(({ name, distance }) => distance <= Math.min(maxDistance, (pages[name].path.length - 1) / 2))
  const closest = Math.min(...distances.map(({ distance }) => distance))
  const closestPages = distances.filter(({ distance }) => distance === closest).map(({ name }) => name)
  return { pages: closestPages, ...(orderNumber && { orderNumber }) }
}

/** The number of inserted, deleted, replaced or swapped neighboring letters between two words (optimal string alignment). */
function editDistance(one: string, other: string): number {
  // A longer word cannot be close; this also bounds the work for long paths.
  if (Math.abs(one.length - other.length) > maxDistance) return Infinity
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const costs = [
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      ]
      if (isSwapped && row > 1 && column > 1) costs.push((beforePrevious[column - 2] ?? 0) + 1)
      current.push(Math.min(...costs))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[other.length] ?? Infinity
}

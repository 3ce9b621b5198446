import type { Action } from '#server/context.ts'
import { renderIconShapes } from '#shared/icon-markup.ts'
import { ProblemError } from '#shared/problem.ts'
import type { IconNode } from 'lucide'

/** Cached for a week, as the Iconify API does; an icon does not change within a build. */
const cacheHeaders = { 'Cache-Control': 'public, max-age=604800, stale-while-revalidate=86400' }

/**
 * The icons named in the query, in Iconify's JSON format: `lucide.json?icons=truck,house`. Omits unknown names; answers 204 when none
 * is known. Throws `not-found` for another collection.
 */
export const getIcons: Action<'getIcons'> = async (_context, { collection, icons = '' }) => {
  if (collection !== 'lucide.json') throw new ProblemError('not-found')
  // Imported on first use: the whole collection is large, and loading it at startup would slow every start.
  const { icons: lucideIcons } = await import('lucide/dist/cjs/lucide.js')
  const found: Record<string, { body: string }> = {}
  for (const name of new Set(icons.split(','))) {
    const key = toIconKey(name)
    if (key !== undefined && Object.hasOwn(lucideIcons, key))
      found[name] = { body: renderIconBody(lucideIcons[key as keyof typeof lucideIcons]) }
  }
  if (Object.keys(found).length === 0) return new Response(null, { status: 204, headers: cacheHeaders })
  return Response.json({ prefix: 'lucide', icons: found, width: 24, height: 24 }, { headers: cacheHeaders })
}

/** Converts `arrow-down-0-1` to `ArrowDown01`, lucide's key; `undefined` for a malformed name. */
const toIconKey = (name: string): string | undefined =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    ? name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    : undefined

/** The content of the `<svg>`, with lucide's stroke and fill attributes. */
const renderIconBody = (iconNode: IconNode): string =>
  '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2">' +
  `${renderIconShapes(iconNode)}</g>`

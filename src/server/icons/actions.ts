import type { Action } from '#server/context.ts'
import { ProblemError } from '#shared/problem.ts'
import type { IconNode } from 'lucide'

/** A week, like the answers this one is modelled on; a name never changes its drawing within a build. */
const cacheHeaders = { 'Cache-Control': 'public, max-age=604800, stale-while-revalidate=86400' }

/**
 * The drawings of icons that data names, `lucide.json?icons=truck,house`. Unknown names are left out; nothing found is 204, another
 * collection is not found.
 */
export const getIcons: Action<'getIcons'> = async (_context, { collection, icons = '' }) => {
  if (collection !== 'lucide.json') throw new ProblemError('not-found')
  // Not the modules that the pages take single icons from: those would then all be read at every start.
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

/** `arrow-down-0-1` is kept as `ArrowDown01`; what is not written like a name is none. */
const toIconKey = (name: string): string | undefined =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    ? name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    : undefined

/** The inside of the `<svg>`; stroke and fill are those of the lucide family. */
function renderIconBody(iconNode: IconNode): string {
  const shapes = iconNode.map(([tag, attributes]) => {
    const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${Bun.escapeHTML(String(value))}"`)
    return `<${tag}${list.join('')}/>`
  })
  return (
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2">' +
    `${shapes.join('')}</g>`
  )
}

import { expect, test } from 'bun:test'

/** Who may import whom: the table of docs/architecture.md. The first line whose `files` fits a file holds for it. */
const rules: { files: RegExp; allowed: RegExp }[] = [
  { files: /^shared\//, allowed: /^(#shared\/|zod\/mini$)/ },
  { files: /^client\//, allowed: /^(#client\/|#shared\/|\.\/[a-z-]+\.css$|(react|react-dom|radix-ui|lucide)(\/|$))/ },
  {
    files: /^server\/http\/(pages|handle-error)\.tsx$/,
    allowed: /^(#client\/|#server\/|#shared\/|node:|bun$|@?hono\b|react)/,
  },
  {
    files: /^server\/(app\.ts$|http\/)/,
    allowed: /^(#server\/|#shared\/|node:|bun$|@?hono\b|@fastify\/busboy$|.*package\.json$)/,
  },
  {
    files: /^server\/db\//,
    allowed: /^(#server\/(db\/|[^/]+\.ts$)|#shared\/|\.\/migrations\/|node:|bun(:sqlite)?$|kysely$)/,
  },
  { files: /^server\/.+\/([^/]*-)?(store|loaders)\.ts$/, allowed: /^(#server\/|#shared\/|node:|bun$|kysely$)/ },
  {
    files: /^server\//,
    allowed: /^(#server\/|#shared\/|node:|bun$|csv-parse|lucide|zod\/mini$|fxa-common|.*package\.json$)/,
  },
]

/** The rooms of the server know nothing of the tables, HTTP and the commands, and not how another room stores what it knows. */
const outsideModules = /^server\/([^/]+\.ts$|(db|http|commands)\/)/
const aboveModules = /^#server\/((app|main|actions|loaders|build)\.ts$|(http|commands)\/)/
const storagePattern = /^#server\/([^/]+)\/([^/]*-)?(store|loaders)\.ts$/

test('imports point the allowed way', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan('src')) {
    const rule = rules.find(({ files }) => files.test(file))
    for (const name of parseImports(await Bun.file(`src/${file}`).text()))
      if (!rule?.allowed.test(name) || (isInModule(file) && breaksModuleBoundary(file, name)))
        forbidden.push(`src/${file}: ${name}`)
  }
  expect(forbidden).toEqual([])
})

const parseImports = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm)].map(([, name]) => name ?? '')

const isInModule = (file: string): boolean => file.startsWith('server/') && !outsideModules.test(file)

function breaksModuleBoundary(file: string, name: string): boolean {
  const module = storagePattern.exec(name)?.[1]
  return aboveModules.test(name) || (module !== undefined && !file.startsWith(`server/${module}/`))
}

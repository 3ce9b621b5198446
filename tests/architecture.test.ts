import { expect, test } from 'bun:test'

/** Who may import whom: the table of docs/architecture.md. The first line whose `files` fits a file holds for it. */
const table: { files: RegExp; may: RegExp }[] = [
  { files: /^shared\//, may: /^(#shared\/|zod\/mini$)/ },
  { files: /^client\//, may: /^(#client\/|#shared\/|\.\/[a-z-]+\.css$|(react|react-dom|radix-ui|lucide)(\/|$))/ },
  {
    files: /^server\/http\/(pages|handle-error)\.tsx$/,
    may: /^(#client\/|#server\/|#shared\/|node:|bun$|@?hono\b|react)/,
  },
  {
    files: /^server\/(app\.ts$|http\/)/,
    may: /^(#server\/|#shared\/|node:|bun$|@?hono\b|@fastify\/busboy$|.*package\.json$)/,
  },
  {
    files: /^server\/db\//,
    may: /^(#server\/(db\/|[^/]+\.ts$)|#shared\/|\.\/migrations\/|node:|bun(:sqlite)?$|kysely$)/,
  },
  { files: /^server\/.+\/([^/]*-)?(store|loaders)\.ts$/, may: /^(#server\/|#shared\/|node:|bun$|kysely$)/ },
  {
    files: /^server\//,
    may: /^(#server\/|#shared\/|node:|bun$|csv-parse|lucide|zod\/mini$|fxa-common|.*package\.json$)/,
  },
]

/** The rooms of the server know nothing of the tables, HTTP and the commands, and not how another room stores what it knows. */
const outsideOfRooms = /^server\/([^/]+\.ts$|(db|http|commands)\/)/
const aboveRooms = /^#server\/((app|main|actions|loaders|build)\.ts$|(http|commands)\/)/
const storage = /^#server\/([^/]+)\/([^/]*-)?(store|loaders)\.ts$/

test('imports point the allowed way', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan('src')) {
    const rule = table.find(({ files }) => files.test(file))
    for (const name of importsOf(await Bun.file(`src/${file}`).text()))
      if (!rule?.may.test(name) || (isInRoom(file) && leavesRoom(file, name))) forbidden.push(`src/${file}: ${name}`)
  }
  expect(forbidden).toEqual([])
})

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm)].map(([, name]) => name ?? '')

const isInRoom = (file: string): boolean => file.startsWith('server/') && !outsideOfRooms.test(file)

function leavesRoom(file: string, name: string): boolean {
  const owner = storage.exec(name)?.[1]
  return aboveRooms.test(name) || (owner !== undefined && !file.startsWith(`server/${owner}/`))
}

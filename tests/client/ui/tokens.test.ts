import { expect, test } from 'bun:test'
import { join } from 'node:path'

const clientFolder = join(import.meta.dir, '../../../src/client')

test('every design token is used', async () => {
  const tokens = await Bun.file(join(clientFolder, 'ui/tokens.css')).text()
  const sources = await Promise.all(
    [...new Bun.Glob('**/*.{css,ts,tsx}').scanSync(clientFolder)].map((name) =>
      Bun.file(join(clientFolder, name)).text(),
    ),
  )
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name)))
  const defined = [...tokens.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name)
  expect(defined.length).toBeGreaterThan(100)
  expect(defined.filter((name) => !used.has(name))).toEqual([])
})

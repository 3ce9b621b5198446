import { shortcutKeys } from '#client/app/keys.ts'
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'

const {
  list: { export: _export, actions: _actions, ...list },
  order,
  everywhere,
} = shortcutKeys

test('no key does two things while an order is open over the list', () => {
  const letters = [...Object.values(list).flat(), ...Object.values(order), everywhere.help, everywhere.notifications]
  expect(letters.toSorted()).toEqual([...new Set(letters)].toSorted())
})

test('controls take their keys from the table that the list of keys shows', async () => {
  const client = join(import.meta.dir, '../../../src/client')
  const literals: string[] = []
  for (const file of new Glob('**/*.tsx').scanSync(client))
    for (const [literal] of (await Bun.file(join(client, file)).text()).matchAll(/(?:aria-key)?shortcuts?="[^"$]+"/g))
      if (!file.startsWith('workbench/')) literals.push(`${file}: ${literal}`)
  // ⌘K is named for screen readers as both of its forms.
  expect(literals).toEqual(['app/shell.tsx: aria-keyshortcuts="Control+K Meta+K"'])
})

import { hashLink } from '#server/db/hash-chain.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

forEachDatabase((_, open) => {
  test('a text has the same hash as what the database stores of it', async () => {
    const { database } = await open()
    for (const text of ['茶 🍵', 'cut in half: 🍵'.slice(0, -1)]) {
      const { rows } = await sql<{ stored: string }>`select cast(${text} as text) as stored`.execute(database.read)
      expect(hashLink('', [rows[0]?.stored ?? '', 1, null])).toBe(hashLink('', [text, 1, null]))
    }
    expect(hashLink('', ['a', 'b'])).not.toBe(hashLink('', ['ab']))
  })
})

import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

forEachDatabase((name, open) => {
  // SQLite cannot end a statement: there the number of rows that a search looks at is the only bound.
  if (name === 'sqlite') return

  test('a search that takes too long asks for more letters, and does not end anything else', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(0)])
    const clerk = await createUser('operations')
    await kontor.database.inReadCommitted(async (transaction) => {
      await sql`lock table order_tokens in access exclusive mode`.execute(transaction)
      const [answer, page, list] = await Promise.all([
        clerk.fetch('/api/orders?q=lin'),
        clerk.fetch('/orders?q=lin'),
        clerk.fetch('/api/orders'),
      ])
      expect(answer.status).toBe(422)
      const { errors } = (await answer.json()) as Problem
      expect(errors).toEqual([
        { in: 'query', pointer: '/q', detail: 'This search took too long. Type more letters or add a word.' },
      ])
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Type more letters or add a word.')
      expect(list.status).toBe(200)
    })
    const afterwards = await clerk.fetch('/api/orders?q=so')
    expect(afterwards.status).toBe(200)
    expect(((await afterwards.json()) as { rows: unknown[] }).rows).toHaveLength(1)
  })
})

import { SqliteFile } from '#server/db/sqlite-file.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'

/** Each index of the log, and the filters whose rows are a range of it. */
const filtersByIndex: Record<string, Record<string, string>> = {
  events_by_topic: {},
  events_by_actor: { actor: 'me' },
  events_by_ip: { q: '203.0.113.9' },
  events_by_label: { q: 'SO1' },
  events_by_actor_and_ip: { actor: 'me', q: '203.0.113.9' },
  events_by_actor_and_label: { actor: 'program', q: 'SO1' },
}

onSqlite((open) => {
  test('every combination of filters of the audit log is a range of an index, in its order', async () => {
    const testDatabase = await open()
    const owner = await (await createTestKontor(testDatabase)).createUser('owner')
    using file = new Database(sqlitePath(testDatabase.config.dataFolder), { readonly: true })
    using spy = spyOn(SqliteFile.prototype, 'execute')
    for (const [index, filters] of Object.entries(filtersByIndex))
      for (const more of [{}, { topic: 'staff' }, { from: '2026-01-01', to: '2026-02-01' }]) {
        spy.mockClear()
        expect((await owner.fetch(`/api/events?${new URLSearchParams({ ...filters, ...more })}`)).status).toBe(200)
        const statements = spy.mock.calls.filter(([text]) => /"topic" = /.test(text))
        expect(statements).toHaveLength(2)
        const steps = statements.flatMap(([text, parameters]) =>
          file
            .query<{ detail: string }, (string | number)[]>(`explain query plan ${text}`)
            .all(...(parameters as (string | number)[]))
            .map(({ detail }) => detail),
        )
        const reads = steps.filter((step) => /(SEARCH|SCAN) events/.test(step))
        expect(reads.length).toBeGreaterThan(0)
        for (const step of reads) expect(step).toContain(`COVERING INDEX ${index} `)
      }
  })
})

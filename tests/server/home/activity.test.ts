import { recordEvents } from '#server/events/events.ts'
import { createOperatorContext } from '#server/context.ts'
import type { EventView } from '#shared/events/views.ts'
import type { HomeView } from '#shared/home/views.ts'
import type { Payload } from '#shared/page-state.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

const lines = [
  { account: '5602.1', debit: '800' },
  { account: '3001', credit: '800' },
]

forEachDatabase((_name, open) => {
  test('the activity shows each role what it may see, and is full', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    const record = (count: number) =>
      kontor.kontor.database.inTransaction((transaction) =>
        recordEvents(
          transaction,
          createOperatorContext(kontor.kontor),
          ...Array.from({ length: count }, (_, index) => {
            const label = `SO-${index}`
            return { action: 'order.shipped', objectType: 'order', objectId: label, objectLabel: label } as const
          }),
        ),
      )
    await record(12)
    const limited = await createRole(owner, ['finance.view', 'finance.post'], { manualEntryLimit: '100' })
    const clerk = await kontor.createUser(limited)
    const entry = { memo: 'Secret rent', lines, approval: '1' }
    expect((await clerk.fetch('/api/finance/entries', { json: entry })).status).toBe(201)
    const invitation = { email: 'secret@example.com', role: 'viewer' }
    expect((await owner.fetch('/api/invitations', { json: invitation })).status).toBe(201)
    const list = async (user: TestUser): Promise<EventView[]> => {
      const payload = (await (await user.fetch('/_payload.json')).json()) as Payload & {
        pageState: { data: HomeView }
      }
      return payload.pageState.data.events ?? []
    }
    const actionsOf = (events: EventView[]): string[] => [...new Set(events.map(({ action }) => action))]

    const operations = await list(await kontor.createUser('operations'))
    expect(operations).toHaveLength(10)
    expect(actionsOf(operations)).toEqual(['order.shipped'])

    const finance = await list(await kontor.createUser('finance'))
    expect(finance).toHaveLength(10)
    expect(actionsOf(finance)).toEqual(['entry_request.requested', 'order.shipped'])
    expect(finance[0]).toMatchObject({ objectLabel: 'Secret rent', parameters: { amountMinor: 80_000 } })
    expect(finance[0]?.parameters).not.toHaveProperty('lines')

    const staff = await list(await kontor.createUser(await createRole(owner, ['events.view', 'users.view'])))
    expect(actionsOf(staff)).not.toContain('order.shipped')
    expect(actionsOf(staff)).not.toContain('entry_request.requested')
    expect(actionsOf(staff)).toContain('invitation.created')
    expect(actionsOf(await list(owner))).toContain('entry_request.requested')
    expect(await list(await kontor.createUser(await createRole(owner, ['events.view'])))).toEqual([])
  })

  test('the audit log says without the permission for the ledger that something was done there, but not what', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const entry = { memo: 'Secret rent', lines, approval: '1' }
    await owner.fetch('/api/finance/entries', { json: { ...entry, approval: undefined } })
    const clerk = await kontor.createUser(
      await createRole(owner, ['finance.view', 'finance.post'], { manualEntryLimit: '1' }),
    )
    await clerk.fetch('/api/finance/entries', { json: entry })
    const auditor = await kontor.createUser(await createRole(owner, ['audit.view', 'audit.export', 'users.view']))
    const read = async (user: TestUser): Promise<EventView[]> =>
      ((await (await user.fetch('/api/events?topic=ledger')).json()) as { rows: EventView[] }).rows
    const hidden = await read(auditor)
    expect(hidden.map(({ action, objectLabel, parameters }) => [action, objectLabel, parameters])).toEqual([
      ['entry_request.requested', '', {}],
      ['entry.posted', '', {}],
    ])
    expect((await read(owner))[0]?.objectLabel).toBe('Secret rent')
    const page = await (await auditor.fetch('/users/_payload.json?tab=audit')).text()
    const exported = await (await auditor.fetch('/api/events/json-exports', { json: {} })).text()
    for (const text of [page, exported]) {
      expect(text).toContain('entry_request.requested')
      expect(text).not.toContain('Secret rent')
    }
  })
})

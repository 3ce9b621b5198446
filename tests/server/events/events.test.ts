import { readOpenWork } from '#server/home/open-work.ts'
import { toGrants } from '#server/roles/stored-role.ts'
import { type Kontor, createOperatorContext } from '#server/context.ts'
import { loadOrCreateBook } from '#server/db/book.ts'
import { newId } from '#server/db/id.ts'
import { createLiveUpdates } from '#server/live/live-updates.ts'
import { listEvents, recordEvents } from '#server/events/events.ts'
import * as store from '#server/events/store.ts'
import { forEachDatabase, type TestDatabase, quietLog } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'

async function setUp({ database, config }: TestDatabase) {
  const clock = { now: 1_000 }
  const kontor: Kontor = {
    config,
    database,
    book: await loadOrCreateBook(database, config, clock.now),
    log: quietLog,
    now: () => clock.now,
    buildId: 'test',
    live: createLiveUpdates({ database, log: quietLog, readOpenWork, now: () => clock.now }),
  }
  return { kontor, clock, database }
}

const createImportEvent = (label: string) =>
  ({ action: 'order.imported', objectType: 'order', objectId: `id ${label}`, objectLabel: label }) as const

forEachDatabase((_name, open) => {
  test('records actor, time and object of events, and lists them newest first', async () => {
    const { kontor, clock, database } = await setUp(await open())
    const id = newId()
    await database.inTransaction(async (transaction) => {
      await transaction
        .insertInto('users')
        .values({
          id,
          email: 'zhou@example.com',
          email_key: 'zhou@example.com',
          name: '周敏',
          name_sort_key: '',
          role: 'operations',
          status: 'active',
          locale: 'zh',
          created_at: 1,
          approved_by: null,
          approved_at: null,
          last_seen_at: null,
        })
        .execute()
      await recordEvents(transaction, createOperatorContext(kontor), createImportEvent('SO-1'))
      clock.now = 2_000
      const user = {
        id,
        name: '周敏',
        email: 'zhou@example.com',
        role: 'operations',
        locale: 'zh',
        ...toGrants('operations'),
      } as const
      const session = { id: newId(), user, loggedInAt: 1, verifiedAt: 1 }
      await recordEvents(
        transaction,
        { ...createOperatorContext(kontor), session, requestId: 'r-1', ip: '192.0.2.7' },
        {
          action: 'order.shipped',
          objectType: 'order',
          objectId: 'id SO-1',
          objectLabel: 'SO-1',
          parameters: { carrier: 'SF', items: 3 },
        },
      )
    })
    const events = await listEvents(database.read, 'order', 'id SO-1')
    expect(events.map(({ action, at, actor }) => [action, at, actor])).toEqual([
      ['order.shipped', 2_000, '周敏'],
      ['order.imported', 1_000, null],
    ])
    expect(events[0]?.parameters).toEqual({ carrier: 'SF', items: 3 })
    const stored = await database.read
      .selectFrom('events')
      .select(['request_id', 'ip', 'actor_type', 'actor_id'])
      .orderBy('at')
      .execute()
    expect(stored).toEqual([
      { request_id: 'command', ip: '', actor_type: 'program', actor_id: null },
      { request_id: 'r-1', ip: '192.0.2.7', actor_type: 'user', actor_id: id },
    ])
  })

  test('keeps the events of the orders of an import out of the activity feed', async () => {
    const { kontor, clock, database } = await setUp(await open())
    await database.inTransaction(async (transaction) => {
      const orders = Array.from({ length: 1_000 }, (_, index) => createImportEvent(`SO-${index}`))
      await recordEvents(transaction, createOperatorContext(kontor), ...orders)
      clock.now++
      await recordEvents(transaction, createOperatorContext(kontor), {
        action: 'orders.imported',
        objectType: 'import',
        objectId: newId(),
        objectLabel: 'orders.csv',
        parameters: { created: 1_000 },
      })
    })
    expect(
      (await store.listRecentEvents(database.read, { hidden: [], limit: 10 })).map(({ action }) => action),
    ).toEqual(['orders.imported'])
    expect(await listEvents(database.read, 'order', 'id SO-999')).toHaveLength(1)
  })

  test('lists logins and failed logins with the user, but not in the activity feed', async () => {
    const { kontor, database } = await setUp(await open())
    const subject = { objectType: 'user', objectId: 'zhou', objectLabel: '周敏' } as const
    await database.inTransaction((transaction) =>
      recordEvents(
        transaction,
        createOperatorContext(kontor),
        { ...subject, action: 'user.added' },
        { ...subject, action: 'user.logged_in' },
        { ...subject, action: 'user.login_failed' },
      ),
    )
    expect(
      (await store.listRecentEvents(database.read, { hidden: [], limit: 10 })).map(({ action }) => action),
    ).toEqual(['user.added'])
    expect(await listEvents(database.read, 'user', 'zhou')).toHaveLength(3)
    expect((await listEvents(database.read, 'user', 'zhou', 1)).map(({ action }) => action)).toEqual([
      'user.login_failed',
    ])
  })

  test('keeps the order of events of the same millisecond', async () => {
    const { kontor, database } = await setUp(await open())
    const labels = Array.from({ length: 50 }, (_, index) => `orders-${index}.csv`)
    await database.inTransaction((transaction) =>
      recordEvents(
        transaction,
        createOperatorContext(kontor),
        ...labels.map(
          (objectLabel) =>
            ({ action: 'orders.imported', objectType: 'import', objectId: 'same', objectLabel }) as const,
        ),
      ),
    )
    const storedLabels = (await listEvents(database.read, 'import', 'same')).map(({ objectLabel }) => objectLabel)
    expect(storedLabels).toEqual(labels.toReversed())
    expect(
      (await store.listRecentEvents(database.read, { hidden: [], limit: 3 })).map(({ objectLabel }) => objectLabel),
    ).toEqual(storedLabels.slice(0, 3))
  })
})

import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { summarizeCurrencies } from '#server/finance/currency-summary-store.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { loadHome } from '#server/home/loaders.ts'
import type { HomeView } from '#shared/home/views.ts'
import type { UserRow } from '#shared/staff/views.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import { asRole } from '#tests/server/home/as-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

const shanghai = (text: string): number => Date.parse(`${text}+08:00`)
const loadFigures = async (fixture: LedgerFixture, query: Parameters<typeof loadHome>[1] = {}) => {
  const { figures } = await loadHome(asRole(fixture, 'owner'), query)
  if (!figures) throw new Error('no figures')
  return figures
}

forEachDatabase((_name, open) => {
  /** Sunday 15 March 2026, 10:00 in Shanghai; every order is 83.88 and paid when it is placed. */
  async function createBusyLedger(): Promise<LedgerFixture> {
    const fixture = await createLedgerFixture(await open())
    const createPaidOrder = (text: string, options: object = {}) =>
      createOrder(fixture, { placedAt: shanghai(text), captured: [8_388], ...options })
    await createPaidOrder('2026-03-15T09:59')
    await createPaidOrder('2026-03-15T10:01')
    await createPaidOrder('2026-03-14T09:00', { refunded: [388] })
    await createPaidOrder('2026-03-14T10:00')
    await createPaidOrder('2026-03-01T00:00')
    await createPaidOrder('2026-02-28T23:59')
    await createPaidOrder('2026-02-15T09:59')
    await createPaidOrder('2026-02-01T00:00', { status: 'cancelled' })
    await createPaidOrder('2026-03-15T08:00', { currency: 'USD', times: 2, captured: [16_776] })
    await createOrder(fixture, { placedAt: shanghai('2026-03-15T07:00'), status: 'cancelled' })
    await createOrder(fixture, { placedAt: shanghai('2026-03-15T06:00') })
    return fixture
  }

  test('compares today with yesterday until the same time of day', async () => {
    const { today, currency, currencies } = await loadFigures(await createBusyLedger())
    expect([currency, currencies]).toEqual(['CNY', ['CNY', 'USD']])
    expect(today).toEqual({
      days: { from: '2026-03-15', to: '2026-03-15' },
      from: shanghai('2026-03-15T00:00'),
      until: shanghai('2026-03-15T10:00'),
      before: { from: '2026-03-14', to: '2026-03-14T10:00' },
      // Today counts as a whole, like its list; yesterday only until the same time, so without what happened at 10:00.
      inMinor: { now: 2 * 8_388, before: 8_388 },
      outMinor: { now: 0, before: 0 },
      netMinor: { now: 2 * 8_388, before: 8_388 },
      orders: { now: 3, before: 1 },
      averageMinor: { now: 8_388, before: 8_388 },
      refundedMinor: 0,
    })
  })

  test('counts refunds and what reversals took back until the same time of day', async () => {
    const fixture = await createLedgerFixture(await open())
    const { now } = fixture.clock
    await createOrder(fixture, { placedAt: shanghai('2026-03-14T08:00'), captured: [8_388], refunded: [388] })
    await createOrder(fixture, { placedAt: shanghai('2026-03-14T08:30'), captured: [8_388] })
    fixture.clock.now = shanghai('2026-03-14T09:30')
    const reverse = (seq: number) =>
      fixture.kontor.database.inTransaction((transaction) =>
        reverseEntry(transaction, fixture.context, { seq, memo: '', source: 'test', externalId: `reversal ${seq}` }),
      )
    await reverse(3)
    fixture.clock.now = now
    const { today } = await loadFigures(fixture)
    expect([today.inMinor.before, today.outMinor.before]).toEqual([8_388, 388])
    fixture.clock.now = shanghai('2026-03-14T10:00')
    await reverse(2)
    fixture.clock.now = now
    expect((await loadFigures(fixture)).today).toEqual(today)
    fixture.clock.now = now + 60_000
    const { outMinor } = (await loadFigures(fixture)).today
    expect(outMinor.before).toBe(0)
  })

  test('compares this month with the same part of the previous month', async () => {
    const figures = await loadFigures(await createBusyLedger())
    expect(figures.period).toBe('month')
    expect(figures.chosen).toMatchObject({
      from: shanghai('2026-03-01T00:00'),
      before: { from: '2026-02-01', to: '2026-02-15T10:00' },
      inMinor: { now: 5 * 8_388, before: 2 * 8_388 },
      outMinor: { now: 388, before: 0 },
      netMinor: { now: 5 * 8_388 - 388, before: 2 * 8_388 },
      // A cancelled order is not counted, but its payment is.
      orders: { now: 6, before: 1 },
    })
    expect(figures.series).toEqual({
      unit: 'day',
      from: '2026-03-01',
      to: '2026-03-15',
      flows: [
        { start: '2026-03-01', in: 8_388, out: 0 },
        { start: '2026-03-14', in: 2 * 8_388, out: 388 },
        { start: '2026-03-15', in: 2 * 8_388, out: 0 },
      ],
      inBefore: [8_388, ...Array<number>(13).fill(0), 8_388],
    })
  })

  test('all time equals the ledger’s summary and has no previous period', async () => {
    const fixture = await createBusyLedger()
    const { chosen, series } = await loadFigures(fixture, { period: 'all' })
    const [cny] = await summarizeCurrencies(fixture.kontor.database.read)
    expect(chosen).toEqual({
      days: null,
      from: null,
      until: fixture.clock.now,
      before: null,
      inMinor: { now: cny?.in as number, before: null },
      outMinor: { now: cny?.out as number, before: null },
      netMinor: { now: cny?.net as number, before: null },
      orders: { now: 8, before: null },
      averageMinor: { now: 8_388, before: null },
      refundedMinor: cny?.out as number,
    })
    expect(series).toMatchObject({ unit: 'day', from: '2026-02-01', to: '2026-03-15' })
    expect(series?.flows.map(({ start }) => start)).toEqual([
      '2026-02-01',
      '2026-02-15',
      '2026-02-28',
      '2026-03-01',
      '2026-03-14',
      '2026-03-15',
    ])
  })

  test('another currency has its own figures; an unused currency is not offered', async () => {
    const fixture = await createBusyLedger()
    expect((await loadFigures(fixture, { currency: 'USD', period: 'today' })).chosen).toMatchObject({
      inMinor: { now: 16_776, before: 0 },
      orders: { now: 1, before: 0 },
    })
    expect((await loadFigures(fixture, { currency: 'EUR' })).currency).toBe('CNY')
  })

  test('shows the used currency if the book’s own has never been used', async () => {
    const fixture = await createLedgerFixture(await open())
    expect(await loadFigures(fixture)).toMatchObject({
      currency: 'CNY',
      currencies: ['CNY'],
      series: { flows: [] },
      latestMonth: null,
      chosen: { inMinor: { now: 0, before: 0 } },
    })
    expect((await loadFigures(fixture, { period: 'all' })).series).toBeNull()
    await createOrder(fixture, { currency: 'USD' })
    expect(await loadFigures(fixture)).toMatchObject({ currency: 'USD', currencies: ['USD'] })
    await createOrder(fixture, { currency: 'EUR', captured: [8_388] })
    expect(await loadFigures(fixture)).toMatchObject({ currency: 'EUR', currencies: ['EUR', 'USD'] })
  })

  test('the chart of all time covers all of it, by month, quarter or year', async () => {
    const fixture = await createLedgerFixture(await open())
    const capture = (text: string) => createOrder(fixture, { placedAt: shanghai(text), captured: [100] })
    const loadSeries = async () => (await loadFigures(fixture, { period: 'all' })).series
    await capture('2025-11-30T23:00')
    await capture('2025-11-02T23:00')
    expect(await loadSeries()).toMatchObject({ unit: 'day', from: '2025-11-02', to: '2025-11-30' })
    await capture('2026-03-14T23:00')
    expect(await loadSeries()).toEqual({
      inBefore: null,
      unit: 'month',
      from: '2025-11-02',
      to: '2026-03-14',
      flows: [
        { start: '2025-11-01', in: 200, out: 0 },
        { start: '2026-03-01', in: 100, out: 0 },
      ],
    })
    await capture('2020-12-31T23:00')
    expect(await loadSeries()).toMatchObject({
      unit: 'quarter',
      flows: [
        { start: '2020-10-01', in: 100 },
        { start: '2025-10-01', in: 200 },
        { start: '2026-01-01', in: 100 },
      ],
    })
    await capture('1999-12-31T23:00')
    expect(await loadSeries()).toMatchObject({
      unit: 'year',
      flows: [
        { start: '1999-01-01', in: 100 },
        { start: '2020-01-01', in: 100 },
        { start: '2025-01-01', in: 200 },
        { start: '2026-01-01', in: 100 },
      ],
    })
  })

  test('a period without data names the newest month with orders or money', async () => {
    const fixture = await createLedgerFixture(await open())
    await createOrder(fixture, { placedAt: shanghai('2025-09-30T23:59'), captured: [100] })
    await createOrder(fixture, { placedAt: shanghai('2025-12-31T12:00'), status: 'cancelled' })
    expect((await loadFigures(fixture)).latestMonth).toBe('2025-09')
    expect((await loadFigures(fixture, { period: 'all' })).latestMonth).toBeNull()
    await createOrder(fixture, { placedAt: shanghai('2025-10-01T00:00') })
    expect((await loadFigures(fixture)).latestMonth).toBe('2025-10')
    const chosen = await loadFigures(fixture, { month: '2025-09' })
    expect(chosen).toMatchObject({
      period: 'month',
      month: '2025-09',
      latestMonth: null,
      chosen: {
        days: { from: '2025-09-01', to: '2025-09-30' },
        before: { from: '2025-08-01', to: '2025-08-31' },
        inMinor: { now: 100, before: 0 },
        orders: { now: 1, before: 0 },
      },
    })
    expect((await loadFigures(fixture, { month: '2026-03' })).month).toBeNull()
  })

  test('counts the open work: orders to ship with the oldest, unpaid orders, access requests', async () => {
    const fixture = await createLedgerFixture(await open())
    expect(await loadHome(asRole(fixture, 'owner'), {})).toMatchObject({
      empty: true,
      waiting: { toShip: 0, oldestToShipAt: null, unpaid: 0, pendingUsers: 0 },
    })
    const oldest = shanghai('2026-03-01T00:00')
    await createOrder(fixture, { placedAt: shanghai('2026-02-01T00:00'), captured: [8_388], shipped: 'all' })
    await createOrder(fixture, { placedAt: shanghai('2026-02-02T00:00'), status: 'cancelled' })
    await createOrder(fixture, { placedAt: shanghai('2026-02-03T00:00'), status: 'on_hold' })
    await createOrder(fixture, { placedAt: shanghai('2026-02-04T00:00') })
    await createOrder(fixture, { placedAt: shanghai('2026-02-05T00:00'), status: 'pending', captured: [8_388] })
    await createOrder(fixture, { placedAt: oldest, captured: [8_388], shipped: 'part' })
    await createOrder(fixture, { placedAt: shanghai('2026-03-02T00:00'), captured: [8_388] })
    await fixture.kontor.database.inTransaction((transaction) =>
      transaction
        .insertInto('users')
        .values({
          id: newId(),
          email: 'new@example.com',
          email_key: 'new@example.com',
          name: 'Xu Tian',
          name_sort_key: '',
          role: null,
          status: 'pending',
          locale: 'zh',
          created_at: 1,
          approved_by: null,
          approved_at: null,
          last_seen_at: null,
        })
        .execute(),
    )
    const home = await loadHome(asRole(fixture, 'owner'), {})
    expect(home.empty).toBe(false)
    expect(home.waiting).toEqual({
      toConfirm: 1,
      openStatementLines: 0,
      waitingStatementLines: 0,
      toShip: 2,
      oldestToShipAt: oldest,
      unpaid: 2,
      refunds: [],
      disputes: [],
      returns: [],
      entries: [],
      dueEntries: [],
      refundDue: { exact: 0 },
      pendingUsers: 1,
      brokenWebhooks: 0,
      late: { exact: 2 },
      lateThrough: '2026-03-13',
      expiring: { exact: 0 },
      expiringThrough: '2026-03-10',
      overdueBackup: null,
    })
    expect((await loadHome(asRole(fixture, 'operations'), {})).waiting.pendingUsers).toBeNull()
    expect((await loadHome(asRole(fixture, 'finance'), {})).waiting.toConfirm).toBe(0)
  })

  test('tells owners when the newest backup is older than two intervals', async () => {
    const fixture = await createLedgerFixture(await open())
    const everyMs = 3_600_000
    const lastAt = fixture.clock.now - 2 * everyMs
    const lastSuccess = { at: lastAt, file: 'kontor.backup', sizeBytes: 1, durationMs: 1 }
    fixture.kontor.backups = { folder: '/backup', everyMs, keep: 14, lastSuccess, lastFailure: null }
    const loadOverdue = async (role: BuiltInRole) => (await loadHome(asRole(fixture, role), {})).waiting.overdueBackup
    expect(await loadOverdue('owner')).toBeNull()
    fixture.clock.now += 1
    expect(await loadOverdue('owner')).toEqual({ lastAt })
    expect(await loadOverdue('admin')).toBeNull()
    fixture.kontor.backups = { ...fixture.kontor.backups, lastSuccess: null }
    expect(await loadOverdue('owner')).toBeNull()
    fixture.kontor.backups = { ...fixture.kontor.backups, lastFailure: { at: 1, reason: 'the disk is full' } }
    expect(await loadOverdue('owner')).toEqual({ lastAt: null })
  })

  test('shows an account in the activity once it has been approved, and never what a visitor typed', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    const ids: string[] = []
    for (const name of ['Buy at evil.example', 'Li Na', 'Mallory']) {
      const email = `${name.replaceAll(' ', '.')}@example.com`
      await kontor.fetch('/api/auth/register', { json: { name, email, password: 'correct horse battery' } })
      const { rows } = (await (await owner.fetch('/api/users?status=pending')).json()) as { rows: UserRow[] }
      ids.push(rows.find((row) => row.name === name)?.id ?? '')
    }
    const [, approved, rejected] = ids
    await owner.fetch(`/api/users/${approved}/approval`, { json: { role: 'viewer' } })
    await owner.fetch(`/api/users/${rejected}/rejection`, { json: {} })
    const home = await (await owner.fetch('/_payload.json')).text()
    const { events } = (JSON.parse(home) as { pageState: { data: HomeView } }).pageState.data
    expect(events?.map(({ action, objectLabel }) => [action, objectLabel])).toEqual([
      ['user.approved', 'Li Na'],
      ['user.registered', 'Li Na'],
      ['user.added', 'Anna Shen'],
    ])
    for (const typed of ['evil', 'Mallory']) expect(home).not.toContain(typed)
    const staff = await (await owner.fetch('/users/_payload.json')).text()
    expect(staff).toContain('Buy at evil.example')
  })

  test('omits figures and events for roles without the permissions', async () => {
    const fixture = await createBusyLedger()
    await fixture.kontor.database.inTransaction((transaction) =>
      recordEvents(transaction, fixture.context, {
        action: 'orders.imported',
        objectType: 'import',
        objectId: newId(),
        objectLabel: 'a.csv',
      }),
    )
    expect(await loadHome(asRole(fixture, 'viewer'), {})).toMatchObject({ figures: null, events: null })
    expect(await loadHome(asRole(fixture, 'operations'), {})).toMatchObject({
      figures: null,
      events: [{ objectLabel: 'a.csv' }],
    })
    expect(await loadHome(asRole(fixture, 'finance'), {})).toMatchObject({
      figures: { currency: 'CNY' },
      events: [{ objectLabel: 'a.csv' }],
    })
  })
})

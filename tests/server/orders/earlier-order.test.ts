import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Payload } from '#shared/page-state.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeEach, expect, test } from 'bun:test'

const number = 'SO260301-00001'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    await importAsOperator(kontor.kontor, [createDraft(1, { payment: null })])
  })

  const post = async (path: string, json: object): Promise<OrderView> => {
    const response = await clerk.fetch(`/api/orders/${number}/${path}`, { json })
    expect(response.ok).toBe(true)
    return (await response.json()) as OrderView
  }
  const load = async (version: number | string, user = clerk): Promise<OrdersView['earlier']> => {
    const response = await user.fetch(`/orders/_payload.json?order=${number}&version=${version}`)
    const { pageState } = (await response.json()) as Payload
    if (pageState.kind !== 'page' || pageState.page !== 'orders') throw new Error('another page')
    return pageState.data.earlier
  }
  const openPage = async (query: string): Promise<string> =>
    (await clerk.fetch(`/orders?order=${number}${query}`, { headers: { accept: 'text/html' } })).text()

  test('an order is shown as it was after each of its events', async () => {
    const original = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
    const [line, removed] = original.lines
    await post('edits', {
      version: 1,
      note: 'Ring twice',
      shippingAddress: { city: 'Suzhou' },
      lines: [{ id: line?.id, quantity: 5 }, ...(removed ? [{ id: removed.id, remove: true }] : [])],
      addedLines: [{ name: 'Whisk', sku: 'WH-1', unitPrice: '3.00' }],
    })
    await post('hold', { reason: 'Address unclear', until: '2026-04-01', version: 2 })
    const last = await post('cancellation', { reason: 'Customer asked', version: 3 })

    const [first, edited, held, cancelled] = [await load(1), await load(2), await load(3), await load(4)]
    expect(first).toMatchObject({
      version: 1,
      status: 'open',
      note: original.note,
      totalMinor: original.totalMinor,
      shippingAddress: original.shippingAddress,
      lines: original.lines.map(({ id, name, quantity, totalMinor }) => ({ id, name, quantity, totalMinor })),
    })
    expect(edited).toMatchObject({ status: 'open', note: 'Ring twice', shippingAddress: { city: 'Suzhou' } })
    expect(edited?.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      [line?.name ?? '', 5],
      ['Whisk', 1],
    ])
    expect(edited?.lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(edited?.subtotalMinor)
    expect(held).toMatchObject({ status: 'on_hold', holdReason: 'Address unclear', holdUntil: '2026-04-01' })
    expect(cancelled).toMatchObject({ status: 'cancelled', holdReason: '', cancelReason: 'Customer asked' })
    expect(cancelled?.totalMinor).toBe(last.totalMinor)
  })

  test('it says what is different now, and which tags it had', async () => {
    await post('tags', { tag: 'gift' })
    await post('edits', {
      version: 1,
      note: 'Leave at the door',
      shippingAddress: { city: 'Suzhou' },
      shipping: '2.00',
    })
    await clerk.fetch(`/api/orders/${number}/tags?tag=gift`, { method: 'DELETE' })
    await post('tags', { tag: 'fragile' })
    const [first, current] = [await load(1), await load(2)]
    expect([first?.tags, current?.tags]).toEqual([[], ['gift']])
    expect(current?.changesSince).toEqual([])
    expect(first?.changesSince).toContainEqual({ field: 'note', from: 'Ring twice.', to: 'Leave at the door' })
    expect(first?.changesSince).toContainEqual({ field: 'shippingAddress.city', from: 'Shanghai', to: 'Suzhou' })
    expect(first?.changesSince).toContainEqual({ field: 'totalMinor', from: 1000, to: 1200 })
    const page = await openPage('&version=1')
    expect(page).toContain('Changed since then')
    expect(page).toMatch(/<mark>Ring twice\.<\/mark>/)
  })

  test('the page shows it without actions, with the event that made it and a way back', async () => {
    await post('edits', { version: 1, note: 'Leave at the door' })
    await post('edits', { version: 2, note: 'Ring twice' })
    const earlier = await openPage('&version=2')
    expect(earlier.match(/Order as of|<\/b> edited|Leave at the door|Back to current/g)).toEqual(
      expect.arrayContaining(['Order as of', '</b> edited', 'Leave at the door', 'Back to current']),
    )
    const current = await openPage('')
    const shipForm = 'name="_endpoint" value="shipOrder"'
    expect([earlier.includes(shipForm), current.includes(shipForm)]).toEqual([false, true])
    const links = [1, 2, 3].map((version) => current.includes(`/orders?order=${number}&amp;version=${version}`))
    expect(links).toEqual([true, true, false])
  })

  test('erased personal data does not come back with an earlier version', async () => {
    await post('edits', { version: 1, customerName: 'Ann Zhou', shippingAddress: { city: 'Suzhou' } })
    const { customerNumber } = await post('cancellation', { reason: 'Customer asked', version: 2 })
    const owner = await kontor.createUser('owner')
    const erasure = await owner.fetch(`/api/customers/${customerNumber}/erasure`, {
      json: { confirmation: customerNumber },
    })
    expect(erasure.status).toBe(200)
    const personal = { customerName: '', email: '', phone: '', note: '' }
    for (const version of [1, 2, 3]) expect(await load(version)).toMatchObject(personal)
    expect(await load(1)).toMatchObject({ status: 'open', shippingAddress: { name: '', line1: '', city: 'Shanghai' } })
    expect(await load(2)).toMatchObject({ status: 'open', shippingAddress: { city: 'Suzhou' } })
    expect((await openPage('&version=1')).includes('Back to current')).toBe(true)
  })

  test('a version that the order never had says so, and only those who may see events and personal data see the history', async () => {
    await post('hold', { reason: 'Address unclear', version: 1 })
    expect(await load(3)).toBeNull()
    expect((await openPage('&version=3')).includes(`No such version of ${number}`)).toBe(true)
    expect(await load(1)).not.toBeNull()
    expect(await load(1, await kontor.createUser('viewer'))).toBeNull()
    const owner = await kontor.createUser('owner')
    for (const permissions of [
      ['orders.view', 'events.view'],
      ['orders.view', 'customers.view_personal'],
    ] as const)
      expect(await load(1, await kontor.createUser(await createRole(owner, permissions)))).toBeNull()
  })
})

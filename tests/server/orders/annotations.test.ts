import { maxTags, tagMaxLength } from '#shared/constants.ts'
import type { Payload } from '#shared/page-state.ts'
import type { OrderList, OrderView } from '#shared/orders/views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  let colleague: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations', { name: 'Li Na' })
    colleague = await kontor.createUser('finance', { name: 'Bo Lin' })
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2), createDraft(3, { payment: null })])
  })

  type Answer = OrderView & Omit<Problem, 'status'>
  const numberOf = (order: number): string => `SO260301-0000${order}`
  const send = async (order: number, method: string, path: string, json?: object, user = clerk) => {
    const response = await user.fetch(`/api/orders/${numberOf(order)}/${path}`, json ? { method, json } : { method })
    return { status: response.status, answer: (await response.json()) as Answer }
  }
  const assign = (order: number, assigneeId: string, user = clerk) =>
    send(order, 'PUT', 'assignee', { assigneeId }, user)
  const addTag = (order: number, tag: string) => send(order, 'POST', 'tags', { tag })
  const removeTag = (order: number, tag: string) => send(order, 'DELETE', `tags?tag=${encodeURIComponent(tag)}`)
  const list = async (query: string, user = clerk): Promise<OrderList> =>
    (await (await user.fetch(`/api/orders?${query}`)).json()) as OrderList
  const listNumbers = async (query: string, user = clerk) => (await list(query, user)).rows.map(({ number }) => number)

  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  describe('the assignee of an order', () => {
    test('is an active user, in the order and in the list, and changes no version', async () => {
      const { status, answer } = await assign(1, colleague.id)
      expect([status, answer.version]).toEqual([200, 1])
      expect(answer).toMatchObject({ assignee: 'Bo Lin', assigneeId: colleague.id })
      expect(answer.events[0]).toMatchObject({ action: 'order.assigned', parameters: { assignee: 'Bo Lin' } })
      expect((await list('')).rows.map(({ assignee }) => assignee)).toEqual([null, null, 'Bo Lin'])
      await expectVerified()
    })

    test('changes, and is no one after an empty id', async () => {
      await assign(1, colleague.id)
      await assign(1, clerk.id)
      await expectVerified()
      const { answer } = await assign(1, '')
      expect(answer).toMatchObject({ assignee: null, assigneeId: null })
      expect(answer.events.map(({ action }) => action)).toEqual([
        'order.unassigned',
        'order.assigned',
        'order.assigned',
        'order.imported',
      ])
      await expectVerified()
    })

    test('that is assigned again has one event', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => assign(1, clerk.id)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await assign(1, clerk.id)).answer.events).toHaveLength(2)
      await expectVerified()
    })

    test('is not a suspended or unknown user', async () => {
      const suspended = await kontor.createUser('viewer')
      const owner = await kontor.createUser('owner')
      await owner.fetch(`/api/users/${suspended.id}/suspension`, { json: {} })
      for (const id of [suspended.id, 'missing']) {
        const { status, answer } = await assign(1, id)
        expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/assigneeId']])
      }
    })

    test('filters the list, also together with other filters and words', async () => {
      await assign(1, clerk.id)
      await assign(3, clerk.id)
      await assign(2, colleague.id)
      expect(await list('assignee=me')).toMatchObject({ count: { exact: 2 } })
      expect(await listNumbers('assignee=me&sort=placed')).toEqual([1, 3].map(numberOf))
      expect(await listNumbers('assignee=me', colleague)).toEqual([numberOf(2)])
      expect(await listNumbers(`assignee=${colleague.id}`)).toEqual([numberOf(2)])
      expect(await listNumbers('assignee=me&payment=paid')).toEqual([numberOf(1)])
      expect(await listNumbers(`assignee=me&q=${numberOf(3)}`)).toEqual([numberOf(3)])
      expect(await listNumbers(`assignee=me&q=${numberOf(2)}`)).toEqual([])
      expect(await listNumbers(`assignee=${(await kontor.createUser('operations')).id}`)).toEqual([])
    })
  })

  describe('the tags of an order', () => {
    test('have one spelling, each once, in their order', async () => {
      await addTag(1, 'VIP')
      const { status, answer } = await addTag(1, '  Gift   Wrap ')
      expect([status, answer.version, answer.tags]).toEqual([200, 1, ['gift wrap', 'vip']])
      const again = await addTag(1, 'vip')
      expect([again.answer.tags, again.answer.events.length]).toEqual([['gift wrap', 'vip'], 3])
      expect((await list('')).rows.at(-1)?.tags).toEqual(['gift wrap', 'vip'])
      await expectVerified()
    })

    test('have their numbers by value, in the order, the list and the filters', async () => {
      const tags = ['标签1', '标签2', '标签10']
      for (const tag of tags.toReversed()) await addTag(1, tag)
      const { answer } = await addTag(1, '标签1')
      const page = await (await clerk.fetch('/orders/_payload.json?menu=filter')).json()
      expect([answer.tags, (await list('')).rows.at(-1)?.tags, page.pageState.data.tags]).toEqual([tags, tags, tags])
      expect((await removeTag(1, '标签1')).answer.tags).toEqual(['标签2', '标签10'])
      await expectVerified()
    })

    test('are removed, whatever characters they have', async () => {
      const tags = ['a/b', '..', 'a&b=c', '礼品', '100 %']
      for (const tag of tags) await addTag(1, tag)
      for (const tag of tags) expect((await removeTag(1, tag)).status).toBe(200)
      expect((await removeTag(1, 'gift')).answer.tags).toEqual([])
      await expectVerified()
    })

    test('of several users at once are all kept', async () => {
      await Promise.all(['a', 'b', 'c', 'd'].map((tag) => addTag(1, tag)))
      expect((await addTag(1, 'e')).answer.tags).toEqual(['a', 'b', 'c', 'd', 'e'])
      await expectVerified()
    })

    test('stay when the order is edited, and can still be found', async () => {
      await addTag(1, 'gift')
      await assign(1, clerk.id)
      const { status } = await send(1, 'POST', 'shipments', { carrier: 'DHL', trackingNumber: 'D1', version: 1 })
      expect(status).toBe(201)
      expect(await listNumbers('tag=gift&assignee=me')).toEqual([numberOf(1)])
      await expectVerified()
    })

    test('filter the list in any spelling, and no word finds them', async () => {
      await addTag(1, 'Gift')
      await addTag(2, 'gift card')
      expect(await listNumbers('tag=GIFT')).toEqual([numberOf(1)])
      expect(await listNumbers('tag=gift&status=open')).toEqual([numberOf(1)])
      expect(await listNumbers('tag=gift&from=2030-01-01')).toEqual([])
      expect(await listNumbers('q=gift')).toEqual([])
    })

    test('that are invalid or too many change nothing', async () => {
      for (const tag of ['', ' ', 'x'.repeat(tagMaxLength + 1), 'a\nb']) {
        const { status, answer } = await addTag(1, tag)
        expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/tag']])
      }
      for (let index = 0; index < maxTags; index++) expect((await addTag(1, `tag ${index}`)).status).toBe(200)
      const { status, answer } = await addTag(1, 'one more')
      expect([status, answer.errors]).toEqual([422, [{ pointer: '/tag', detail: 'The maximum of 20 is reached.' }]])
      expect((await addTag(1, 'tag 0')).status).toBe(200)
    })
  })

  test('a viewer sees both, and changes neither', async () => {
    await assign(1, clerk.id)
    await addTag(1, 'gift')
    const viewer = await kontor.createUser('viewer')
    expect((await list('tag=gift', viewer)).rows).toMatchObject([{ assignee: 'Li Na', tags: ['gift'] }])
    expect((await assign(1, viewer.id, viewer)).status).toBe(403)
    const { status } = await send(1, 'POST', 'tags', { tag: 'mine' }, viewer)
    expect(status).toBe(403)
  })

  test('the filter menu offers the tags in use and the people who can be assigned', async () => {
    await addTag(1, 'vip')
    await addTag(2, 'gift')
    await addTag(3, 'gift')
    await removeTag(1, 'vip')
    const response = await clerk.fetch('/orders/_payload.json?menu=filter')
    const { pageState } = (await response.json()) as Payload
    const { tags, assignees } = ('data' in pageState ? pageState.data : {}) as OrdersView
    expect(tags).toEqual(['gift'])
    expect(assignees.map(({ name }) => name)).toEqual(['Bo Lin', 'Li Na'])
  })
})

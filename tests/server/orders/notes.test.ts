import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { noteEditableMs, noteMaxLength } from '#shared/constants.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

const number = 'SO260301-00001'
const hostile = `<script>alert(1)</script> "'& </textarea>`

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  let colleague: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations', { name: 'Li Na' })
    colleague = await kontor.createUser('finance', { name: 'Bo Lin' })
    await importAsOperator(kontor.kontor, [createDraft(1)])
  })

  type Answer = OrderView & Omit<Problem, 'status'>
  const send = async (user: TestUser, method: string, path: string, json: object = {}) => {
    const response = await user.fetch(`/api/orders/${number}/notes${path}`, { method, json })
    return { status: response.status, answer: (await response.json()) as Answer }
  }
  const add = (text: string, user = clerk) => send(user, 'POST', '', { text })
  const addedId = async (text = 'Gift'): Promise<string> => (await add(text)).answer.notes[0]?.id ?? ''
  const load = async (user = clerk): Promise<OrderView> =>
    (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView

  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  test('a note has its lines, its author and its time, and leaves the version of the order alone', async () => {
    const { status, answer } = await add(' Gift\r\nNo price slip\n')
    expect([status, answer.version]).toEqual([201, 1])
    expect(answer.notes).toMatchObject([
      {
        text: 'Gift\nNo price slip',
        author: 'Li Na',
        createdAt: kontor.clock.now,
        editedAt: null,
        struckAt: null,
        actions: ['edit', 'delete', 'strike'],
      },
    ])
    expect(answer.events[0]).toMatchObject({ action: 'order.note_added', actor: 'Li Na' })
    expect(JSON.stringify(answer.events)).not.toContain('Gift')
    await expectVerified()
  })

  test('notes are newest first, whatever they say', async () => {
    await add('First')
    kontor.clock.now += 1000
    const { answer } = await add(hostile)
    expect(answer.notes.map(({ text }) => text)).toEqual([hostile, 'First'])
  })

  test('its author edits and deletes a note for 15 minutes', async () => {
    const id = await addedId()
    kontor.clock.now += noteEditableMs - 1
    const { answer } = await send(clerk, 'PUT', `/${id}`, { text: 'Gift for Mia' })
    expect(answer.notes).toMatchObject([{ text: 'Gift for Mia', editedAt: kontor.clock.now, author: 'Li Na' }])
    await expectVerified()
    expect((await send(clerk, 'DELETE', `/${id}`)).answer.notes).toEqual([])
    expect((await load()).events.map(({ action }) => action)).toEqual([
      'order.note_deleted',
      'order.note_edited',
      'order.note_added',
      'order.imported',
    ])
    await expectVerified()
    expect((await send(clerk, 'PUT', `/${id}`, { text: 'Again' })).status).toBe(404)
  })

  test('after 15 minutes a note can only be struck through, and stays readable', async () => {
    const id = await addedId()
    kontor.clock.now += noteEditableMs
    for (const method of ['PUT', 'DELETE']) {
      const { status, answer } = await send(clerk, method, `/${id}`, { text: 'Changed' })
      expect([status, answer.type]).toEqual([409, '/problems/note-locked'])
    }
    const { answer } = await send(clerk, 'PUT', `/${id}/strike`)
    expect(answer.notes).toMatchObject([
      { text: 'Gift', struckBy: 'Li Na', struckAt: kontor.clock.now, actions: ['restore'] },
    ])
    await expectVerified()
    const restored = await send(clerk, 'DELETE', `/${id}/strike`)
    expect(restored.answer.notes).toMatchObject([{ struckBy: null, struckAt: null, actions: ['strike'] }])
    await expectVerified()
  })

  test('a colleague strikes a note through, but neither edits nor deletes it', async () => {
    const id = await addedId()
    for (const method of ['PUT', 'DELETE'])
      expect((await send(colleague, method, `/${id}`, { text: 'Changed' })).status).toBe(409)
    const { answer } = await send(colleague, 'PUT', `/${id}/strike`)
    expect(answer.notes).toMatchObject([{ text: 'Gift', author: 'Li Na', struckBy: 'Bo Lin' }])
    expect((await send(clerk, 'PUT', `/${id}`, { text: 'Changed' })).answer.type).toBe('/problems/note-locked')
  })

  test('a note that is struck through twice at once has one event', async () => {
    const id = await addedId()
    const answers = await Promise.all([1, 2, 3].map(() => send(clerk, 'PUT', `/${id}/strike`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const actions = (await load()).events.map(({ action }) => action)
    expect(actions.filter((action) => action === 'order.note_struck')).toHaveLength(1)
    await expectVerified()
  })

  test('a viewer neither reads nor writes notes', async () => {
    const id = await addedId()
    const viewer = await kontor.createUser('viewer')
    expect((await load(viewer)).notes).toEqual([])
    expect((await send(viewer, 'POST', '', { text: 'Hello' })).status).toBe(403)
    expect((await send(viewer, 'DELETE', `/${id}`)).status).toBe(403)
    expect((await load()).notes).toHaveLength(1)
  })

  test('an invalid text changes nothing', async () => {
    const texts = ['', ' \n ', 'x'.repeat(noteMaxLength + 1), 'a\u0007b', 'a\u202eb']
    for (const text of texts) {
      const { status, answer } = await add(text)
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/text']])
    }
    const { notes, events } = await load()
    expect([notes.length, events.length]).toEqual([0, 1])
  })

  test('a note belongs to its order', async () => {
    const id = await addedId()
    await importAsOperator(kontor.kontor, [createDraft(2)])
    const response = await clerk.fetch(`/api/orders/SO260301-00002/notes/${id}`, { method: 'DELETE' })
    expect(response.status).toBe(404)
    expect((await load()).notes).toHaveLength(1)
  })
})

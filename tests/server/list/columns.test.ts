import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let user: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    user = await kontor.createUser('finance')
  })

  const save = (json: unknown, list = 'entries') =>
    user.fetch(`/api/account/columns/${list}`, { method: 'PUT', json } as never)
  const post = (fields: readonly (readonly [string, string])[]) =>
    user.fetch('/finance?action=columns', {
      method: 'POST',
      body: new URLSearchParams([['_endpoint', 'chooseColumns'], ['list', 'entries'], ...fields] as [string, string][]),
    })
  const shown = async (reader = user): Promise<unknown> => {
    const { pageState } = (await (await reader.fetch('/finance/_payload.json')).json()) as {
      pageState: { data: { content: { columns: unknown } } }
    }
    return pageState.data.content.columns
  }

  test('each user has a choice of their own, in their order, until they go back to the columns of the list', async () => {
    const other = await kontor.createUser('finance')
    expect(await shown()).toBeNull()
    const answer = await save({ columns: ['out', 'posted', 'in', 'out'] })
    expect(await answer.json()).toEqual({ columns: ['out', 'posted', 'in'], widths: {}, density: 'compact' })
    expect(await shown()).toEqual(['out', 'posted', 'in'])
    expect(await shown(other)).toBeNull()
    await save({ columns: [] })
    expect(await shown()).toEqual([])
    await save({ columns: ['in'], reset: true })
    expect(await shown()).toBeNull()
  })

  test('refuses a column that the list does not have or always shows, at its place', async () => {
    for (const columns of [
      ['in', 'hash'],
      ['in', 'number'],
    ]) {
      const answer = await save({ columns })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/columns/1' }] })
    }
    expect((await save({ columns: ['in'] }, 'nothing')).status).toBe(422)
    expect(await shown()).toBeNull()
  })

  test('without script a button moves a column, and the form is shown again', async () => {
    const columns = ['kind', 'in', 'out'].map((id) => ['columns', id] as const)
    expect((await post([...columns, ['move', 'out up']])).status).toBe(303)
    expect(await shown()).toEqual(['kind', 'out', 'in'])
    const page = await (await user.fetch('/finance?action=columns')).text()
    expect([...page.matchAll(/name="columns"[^>]*value="(\w+)"/g)].slice(0, 3).map(([, id]) => id)).toEqual([
      'kind',
      'out',
      'in',
    ])
    await post([...columns, ['reset', '1']])
    expect(await shown()).toBeNull()
  })

  test('each user has a density of their own, also without script, until they go back to that of the list', async () => {
    const tables = async (reader = user): Promise<(string | undefined)[]> => {
      const read = async (path: string) => (await reader.fetch(path)).text()
      return [
        /<table class="table table--rows orders"[^>]* data-density="(\w+)"/.exec(await read('/orders'))?.[1],
        /<div data-density="(\w+)"/.exec(await read('/finance'))?.[1],
      ]
    }
    const owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(1)])
    expect(await tables()).toEqual(['comfortable', 'compact'])
    await save({ columns: ['total'], density: 'compact' }, 'orders')
    await post([
      ['columns', 'in'],
      ['density', 'comfortable'],
    ])
    expect(await tables()).toEqual(['compact', 'comfortable'])
    expect(await tables(owner)).toEqual(['comfortable', 'compact'])
    expect(await (await user.fetch('/orders?columns=1')).text()).toMatch(/value="compact" selected/)
    const refused = await save({ columns: ['total'], density: 'tiny' }, 'orders')
    expect(await refused.json()).toMatchObject({ status: 422, errors: [{ pointer: '/density' }] })
    const answer = await save({ reset: true, density: 'compact' }, 'orders')
    expect(await answer.json()).toEqual({ columns: null, widths: {}, density: 'comfortable' })
    await post([['reset', '1']])
    expect(await tables()).toEqual(['comfortable', 'compact'])
  })

  test('a column is as wide as its user chose, in the dialog or with the mouse, and the rest stays', async () => {
    const resize = async (column: string, json: object, list = 'entries') =>
      user.fetch(`/api/account/columns/${list}/${column}/width`, { method: 'PUT', json } as never)
    const widths = async (reader = user): Promise<unknown> => {
      const { pageState } = (await (await reader.fetch('/finance/_payload.json')).json()) as {
        pageState: { data: { content: { widths: unknown } } }
      }
      return pageState.data.content.widths
    }
    expect(await widths()).toEqual({})
    expect(await (await resize('memo', { width: 240 })).json()).toEqual({ widths: { memo: 240 } })
    expect(await shown()).toBeNull()
    await save({ columns: ['memo', 'in'], widths: { memo: 240, in: '' }, density: 'comfortable' })
    expect(await (await resize('in', { width: 96 })).json()).toEqual({ widths: { memo: 240, in: 96 } })
    expect(await shown()).toEqual(['memo', 'in'])
    expect(await widths()).toEqual({ memo: 240, in: 96 })
    expect(await widths(await kontor.createUser('finance'))).toEqual({})
    expect(await (await resize('memo', {})).json()).toEqual({ widths: { in: 96 } })
    await post([
      ['columns', 'memo'],
      ['widths[memo]', '400'],
      ['widths[in]', ''],
    ])
    expect(await widths()).toEqual({ memo: 400 })
    expect(await (await user.fetch('/finance?action=columns')).text()).toMatch(/value="400" selected/)
    await post([['reset', '1']])
    expect(await widths()).toEqual({})
  })

  test('refuses a width that no column can have, and the width of one that the list does not have or always shows', async () => {
    const resize = async (column: string, json: object, list = 'entries') =>
      (await user.fetch(`/api/account/columns/${list}/${column}/width`, { method: 'PUT', json } as never)).status
    for (const width of [47, 961, 100.5, 'wide']) expect(await resize('memo', { width })).toBe(422)
    for (const column of ['hash', 'number', 'constructor']) expect(await resize(column, { width: 240 })).toBe(404)
    const refused = await save({ columns: ['in'], widths: { in: 96, number: 96 } })
    expect(await refused.json()).toMatchObject({ status: 422, errors: [{ pointer: '/widths/number' }] })
    expect(await shown()).toBeNull()
  })

  test('the headings of a table have the widths, and the cells below are cut', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1)])
    await save({ columns: ['customer', 'status'], widths: { customer: 240 } }, 'orders')
    const page = await (await user.fetch('/orders')).text()
    expect(page).toMatch(/<th[^>]*data-column="customer"[^>]*style="--width:15rem"/)
    expect(page).toMatch(/<td data-column="customer" class="sized"/)
    expect(page).toMatch(/<td data-column="status" class="p1 [^"]*"/)
    expect(page).not.toMatch(/<td data-column="status" class="[^"]*sized/)
  })

  test('the list of orders has a choice of its own', async () => {
    await save({ columns: ['total', 'customer', 'assignee'] }, 'orders')
    const page = await (await user.fetch('/orders/_payload.json')).json()
    expect(page.pageState.data.columns).toEqual(['total', 'customer', 'assignee'])
    expect(await shown()).toBeNull()
    expect(await (await user.fetch('/orders?columns=1')).text()).toMatch(/name="columns"[^>]*value="assignee"/)
    expect((await save({ columns: ['number'] }, 'orders')).status).toBe(422)
  })
})

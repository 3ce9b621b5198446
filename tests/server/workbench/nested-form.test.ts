import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import type { FormOutcome, InitialState } from '#shared/page-state.ts'
import type { Problem } from '#shared/problem.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const customer = { name: 'Li Na', city: 'Hangzhou' }
const validFields = {
  'customer[name]': 'Li Na',
  'customer[city]': 'Hangzhou',
  'lines[0][sku]': 'CUP-1',
  'lines[0][quantity]': '2',
  'lines[0][price]': '12.50',
  'lines[1][sku]': 'POT-1',
  'lines[1][quantity]': '1',
  'lines[1][price]': '80',
}

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let user: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    user = await kontor.createUser('viewer')
  })

  const call = (body: unknown): Promise<Response> =>
    user.fetch('/api/workbench/quotes', { method: 'POST', json: body as Record<string, unknown> })

  const postForm = (fields: Record<string, string>, body?: FormData): Promise<Response> =>
    user.fetch('/test', {
      method: 'POST',
      body: body ?? new URLSearchParams({ _endpoint: 'calculateQuote', ...fields }),
    })

  async function readForm(response: Response): Promise<FormOutcome | null> {
    const json = /<script id="initial-state" type="application\/json"[^>]*>(.*?)<\/script>/s.exec(await response.text())
    const { pageState } = JSON.parse(json?.[1] ?? 'null') as InitialState
    return pageState.kind === 'page' ? pageState.form : null
  }

  describe('a nested form', () => {
    test('answers JSON, and the same as a form without script, urlencoded or multipart', async () => {
      const lines = [
        { sku: 'CUP-1', quantity: 2, price: '12.50' },
        { sku: 'POT-1', quantity: '1', price: '80' },
      ]
      const quote = { itemCount: 3, totalMinor: 10500, currency: 'CNY' }
      expect(await (await call({ customer, lines })).json()).toEqual(quote)
      expect(await readForm(await postForm(validFields))).toMatchObject({ problem: null, result: quote })
      const multipart = new FormData()
      multipart.set('_endpoint', 'calculateQuote')
      for (const [name, value] of Object.entries(validFields)) multipart.set(name, value)
      expect(await readForm(await postForm({}, multipart))).toMatchObject({ problem: null, result: quote })
    })

    test('names each invalid field by its JSON pointer', async () => {
      const response = await call({ customer: { name: '' }, lines: [{ sku: 'A', quantity: 0, price: '1' }, {}] })
      expect(response.status).toBe(422)
      const { errors } = (await response.json()) as Problem
      expect(errors?.map(({ pointer }) => pointer)).toEqual([
        '/customer/name',
        '/lines/0/quantity',
        '/lines/1/sku',
        '/lines/1/quantity',
        '/lines/1/price',
      ])
    })

    test('comes back without script with the errors of the server and everything that was typed', async () => {
      const fields = { ...validFields, 'lines[1][sku]': 'CUP-1', 'lines[0][price]': '12.505' }
      const response = await postForm(fields)
      expect(response.status).toBe(422)
      const html = await response.clone().text()
      expect(html).toContain('Enter an amount in CNY, such as 1234.50.')
      const invalidInputs = [...html.matchAll(/<input [^>]*>/g)].filter(
        ([input]) => input.includes('aria-invalid="true"') && input.includes('name="lines['),
      )
      const invalidNames = invalidInputs.map(([input]) => / name="([^"]+)"/.exec(input)?.[1])
      expect(invalidNames).toEqual(['lines[0][price]', 'lines[1][sku]'])
      expect((await readForm(response))?.values).toEqual(fields)
    })

    test('ignores empty rows at the end, and requires one row', async () => {
      const emptyRow = { 'lines[2][sku]': '', 'lines[2][quantity]': '', 'lines[2][price]': '' }
      expect(await readForm(await postForm({ ...validFields, ...emptyRow }))).toMatchObject({ problem: null })
      const { errors } = (await (await call({ customer, lines: [] })).json()) as Problem
      expect(errors).toEqual([{ pointer: '/lines', detail: 'Add at least one item.' }])
    })

    test('rejects names that skip rows or contradict each other at the field', async () => {
      for (const [name, pointer] of [
        ['lines[7][sku]', '/lines/7/sku'],
        ['customer[name][first]', '/customer/name/first'],
        ['__proto__[polluted]', '/__proto__/polluted'],
      ] as const) {
        const response = await user.fetch('/api/workbench/quotes', {
          method: 'POST',
          body: new URLSearchParams({ ...validFields, [name]: 'x' }),
        })
        expect(response.status).toBe(422)
        expect(((await response.json()) as Problem).errors?.map((error) => error.pointer)).toEqual([pointer])
      }
    })
  })
})

import { click, find, setUpDom, type } from '#tests/client/dom.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { NestedForm } from '#client/workbench/nested-form.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

const inputNames = (root: { querySelectorAll: (selector: string) => Iterable<unknown> }): string[] =>
  [...root.querySelectorAll('fieldset input')].map((input) => (input as HTMLInputElement).name)

const rowNames = (index: number): string[] => ['sku', 'quantity', 'price'].map((key) => `lines[${index}][${key}]`)

describe('a list of fields with script', () => {
  const { render } = setUpDom()
  const realFetch = globalThis.fetch
  let bodies: unknown[]
  let answer: () => Response

  beforeEach(() => {
    bodies = []
    answer = () => Response.json({ itemCount: 3, totalMinor: 10500, currency: 'CNY' })
    globalThis.fetch = (async (_url: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)))
      return answer()
    }) as typeof fetch
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  const fillRow = async (index: number, sku: string): Promise<void> => {
    await type(`[name="lines[${index}][sku]"]`, sku)
    await type(`[name="lines[${index}][quantity]"]`, '1')
    await type(`[name="lines[${index}][price]"]`, '5')
  }

  test('sends nested input and shows the answer', async () => {
    await render(<NestedForm outcome={null} />)
    await type('[name="customer[name]"]', 'Li Na')
    await fillRow(0, 'CUP-1')
    await click('button[type=submit]')
    expect(bodies).toEqual([
      {
        customer: { name: 'Li Na', city: '' },
        lines: [
          { sku: 'CUP-1', quantity: '1', price: '5' },
          { sku: '', quantity: '', price: '' },
          { sku: '', quantity: '', price: '' },
        ],
      },
    ])
    expect(document.body.textContent).toContain('3 items, total ¥105.00')
  })

  test('adds rows, and numbers them without gaps when one is removed', async () => {
    await render(<NestedForm outcome={null} />)
    for (const index of [0, 1, 2]) await fillRow(index, `SKU-${index}`)
    await click('fieldset > button')
    expect(inputNames(document)).toEqual([0, 1, 2, 3].flatMap(rowNames))
    expect((document.activeElement as HTMLInputElement).name).toBe('lines[3][sku]')
    await click('[aria-label="Remove line 2"]')
    expect(inputNames(document)).toEqual([0, 1, 2].flatMap(rowNames))
    const values = [...document.querySelectorAll<HTMLInputElement>('fieldset input[name$="[sku]"]')].map(
      ({ value }) => value,
    )
    expect(values).toEqual(['SKU-0', 'SKU-2', ''])
  })

  test('a row that is removed or added is an input of the list', async () => {
    await render(<NestedForm outcome={null} />)
    await fillRow(0, 'SKU-0')
    await fillRow(1, 'SKU-1')
    const inputs: string[] = []
    find('form').addEventListener('input', ({ target }) => {
      const { name } = target as HTMLFieldSetElement
      const skus = [...new FormData(find<HTMLFormElement>('form'))].filter(([field]) => field.endsWith('[sku]'))
      inputs.push([name, ...skus.map(([, value]) => value)].join())
    })
    await click('[aria-label="Remove line 1"]')
    await click('fieldset > button')
    expect(inputs).toEqual(['lines,SKU-1,', 'lines,SKU-1,,'])
  })

  test('shows an error at its nested field and focuses it', async () => {
    answer = () =>
      Response.json(
        {
          type: '/problems/invalid-input',
          title: '',
          status: 422,
          detail: '',
          errors: [{ pointer: '/lines/1/sku', detail: 'This SKU is already in the list.' }],
        },
        { status: 422 },
      )
    await render(<NestedForm outcome={null} />)
    await type('[name="customer[name]"]', 'Li Na')
    await fillRow(0, 'A')
    await fillRow(1, 'A')
    await click('button[type=submit]')
    const input = document.activeElement as HTMLInputElement
    expect([input.name, input.getAttribute('aria-invalid')]).toEqual(['lines[1][sku]', 'true'])
    await click('[aria-label="Remove line 1"]')
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })

  test('names the fields of the first row when all rows are empty', async () => {
    await render(<NestedForm outcome={null} />)
    await type('[name="customer[name]"]', 'Li Na')
    await click('button[type=submit]')
    expect(bodies).toEqual([])
    const invalid = [...document.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')]
    expect(invalid.map(({ name }) => name)).toEqual(['lines[0][sku]', 'lines[0][quantity]', 'lines[0][price]'])
    expect(document.activeElement).toBe(invalid[0] ?? null)
  })
})

test('a list of fields comes back without script with as many rows as were posted', () => {
  const values = Object.fromEntries(
    [0, 1, 2, 3].flatMap((index) => rowNames(index).map((name) => [name, `${name} typed`])),
  )
  const outcome: FormOutcome = { endpoint: 'calculateQuote', problem: null, result: null, values }
  const body = renderOnServer(<NestedForm outcome={outcome} />)
  const inputs = [...body.querySelectorAll('fieldset input')] as unknown as HTMLInputElement[]
  expect(Object.fromEntries(inputs.map((input) => [input.name, input.getAttribute('value') ?? '']))).toEqual(values)
})

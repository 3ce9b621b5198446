import { Field, TextField } from '#client/ui/field.tsx'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'

describe('what a screen reader says about a field', () => {
  const { render } = setUpDom()
  const readDescription = (): string[] =>
    (find('input').getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)

  test('includes the currency before an amount', async () => {
    await render(<TextField name="amount" label="Other amount" prefix="US$" hint="At most 18.00" />)
    expect(readDescription()).toEqual(['US$', 'At most 18.00'])
  })

  test('includes how many there are beside the label', async () => {
    await render(
      <Field name="quantity" label="Tea cup" aside={<span>of 3</span>}>
        {(control) => <input {...control} />}
      </Field>,
    )
    expect(readDescription()).toEqual(['of 3'])
  })
})

import { EntryLines } from '#client/finance/manual/entry-lines.tsx'
import { Form } from '#client/ui/form.tsx'
import { setUpDom } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'

describe('the lines of an entry', () => {
  const { render } = setUpDom()

  test('require an account, and neither of debit and credit, because one of them stays empty', async () => {
    await render(
      <Form endpoint="postEntry">
        <EntryLines accounts={[]} initial={[]} />
      </Form>,
    )
    const required = [...document.querySelectorAll('[aria-required=true]')].map((field) => field.getAttribute('name'))
    expect(required).toEqual(['lines[0][account]', 'lines[1][account]'])
  })
})

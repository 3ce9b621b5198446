import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { CheckboxGroup, OptionSelect } from '#client/ui/filter-choices.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { SearchField } from '#client/ui/toolbar.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { ordersList } from '#shared/orders/list.ts'
import { click, find, setUpDom, type } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'
import { act } from 'react'

interface Filter {
  q?: string
  status?: readonly string[]
  assignee?: string
}

/** The form of a list that is filtered like this. */
const toolbar = ({ q = '', status = [], assignee }: Filter) => (
  <>
    <form onSubmit={(event) => event.preventDefault()}>
      <SearchField label="Search" placeholder="" defaultValue={q} />
      <FilterMenu listUrl={JSON.stringify([q, status, assignee])} activeCount={0} openHref="/orders?menu=filter">
        <CheckboxGroup
          name="status"
          label="Status"
          values={['open', 'cancelled']}
          words={{ open: 'Open', cancelled: 'Cancelled' }}
          selected={status}
        />
        <OptionSelect
          id="assignee"
          name="assignee"
          label="Assignee"
          any="Any"
          options={[{ value: 'anna', label: 'Anna' }]}
          selected={assignee}
        />
        <button type="submit">Apply</button>
      </FilterMenu>
    </form>
    <a href="#tab">Paid</a>
  </>
)

/** What the form would send. */
const read = () =>
  new URLSearchParams([...new FormData(find<HTMLFormElement>('form'))] as [string, string][]).toString()
const search = 'input[type=search]'
const press = (key: string): Promise<void> =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Bun.sleep(0)
  })
const choose = async (): Promise<void> => {
  await click('summary')
  find<HTMLInputElement>('[value=cancelled]').focus()
  await click('[value=cancelled]')
  find<HTMLSelectElement>('select').value = 'anna'
}

describe('the filter menu', () => {
  const { render } = setUpDom()

  test('forgets what was chosen when it closes before that is applied', async () => {
    await render(toolbar({ status: ['open'] }))
    const closings = [
      () => press('Escape'),
      () => click('[aria-label=Close]'),
      () => click('summary'),
      () => act(async () => find('a').focus()),
    ]
    for (const close of closings) {
      await choose()
      expect(read()).toBe('q=&status=open&status=cancelled&assignee=anna')
      await close()
      expect(find<HTMLDetailsElement>('details').open).toBe(false)
      expect(read()).toBe('q=&status=open&assignee=')
    }
  })

  test('keeps what was applied while the list loads, and then says what the list is filtered by', async () => {
    await render(toolbar({}))
    await choose()
    await click('button[type=submit]')
    expect(find<HTMLDetailsElement>('details').open).toBe(false)
    expect(read()).toBe('q=&status=cancelled&assignee=anna')
    await render(toolbar({ status: ['cancelled'], assignee: 'anna' }))
    expect(read()).toBe('q=&status=cancelled&assignee=anna')
    await render(toolbar({}))
    expect(read()).toBe('q=&assignee=')
  })
})

describe('the search beside it', () => {
  const { render } = setUpDom()

  test('keeps what is typed on while the list loads', async () => {
    await render(toolbar({}))
    await type(search, 'smith')
    await act(async () => find<HTMLFormElement>('form').requestSubmit())
    await type(search, 'smith john')
    await render(toolbar({ q: 'smith' }))
    expect(find<HTMLInputElement>(search).value).toBe('smith john')
  })

  test('keeps what is typed when a row of the list is opened', async () => {
    const list = (query: QueryValues) => (
      <ListToolbar
        list={ordersList}
        query={query}
        activeFilters={[]}
        labels={{ form: 'Filter', search: 'Search', placeholder: '' }}
      />
    )
    await render(list({}))
    await type(search, 'smith')
    await act(async () => find(search).blur())
    await render(list({ order: 'SO261120-00006' }))
    expect(find<HTMLInputElement>(search).value).toBe('smith')
    await render(list({ tag: ['vip'] }))
    expect(find<HTMLInputElement>(search).value).toBe('')
  })

  test('follows the list if nothing was typed since, or elsewhere is the focus', async () => {
    await render(toolbar({}))
    await type(search, 'smith')
    await act(async () => find<HTMLFormElement>('form').requestSubmit())
    for (const q of ['smith', '', 'smith']) {
      await render(toolbar({ q }))
      expect(find<HTMLInputElement>(search).value).toBe(q)
    }
    await type(search, 'john')
    await act(async () => find('a').focus())
    await render(toolbar({ q: 'smith', status: ['open'] }))
    expect(find<HTMLInputElement>(search).value).toBe('smith')
  })
})

import { Panel, PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { click, find, setUpDom, type } from '#tests/client/dom.tsx'
import { afterEach, describe, expect, test } from 'bun:test'

test.each([
  { isFull: false, levels: [2, 3] },
  { isFull: true, levels: [1, 2] },
])('the headings of a panel are those of the page where it fills the page: $levels', ({ isFull, levels }) => {
  const body = renderOnServer(
    <Panel record="SO1" title="Order SO1" closeHref="/orders" backLabel="Orders" isFull={isFull}>
      <PanelHead title="SO1" />
      <PanelSection title="Items">None</PanelSection>
    </Panel>,
  )
  for (const [index, name] of ['SO1', 'Items'].entries())
    expect(within(body).getAllByRole('heading', { level: levels[index] ?? 0, name })).toHaveLength(1)
})

describe('the focus', () => {
  const { render } = setUpDom()
  const panel = (title: string) => (
    <Panel key={title} record={title} title={title} closeHref="/orders" backLabel="Orders">
      <a href="/orders?order=SO1">SO1</a>
    </Panel>
  )

  test('goes from a link of a panel to the panel that it opens, and nowhere from the page', async () => {
    // Other tests may have asked for the focus of the next panel.
    await render(panel('Entry 0'))
    ;(document.activeElement as HTMLElement | null)?.blur()
    await render(panel('Entry 1'))
    expect(document.activeElement === document.body).toBe(true)
    document.querySelector<HTMLElement>('a[href*=SO1]')?.focus()
    await render(panel('Order SO1'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Order SO1')
  })
})

describe('the content', () => {
  const { render } = setUpDom()
  const panel = (record: string, title: string) => (
    <Panel
      record={record}
      title={title}
      closeHref="/users"
      backLabel="Users"
      actions={
        <Form endpoint="rejectUser" hiddenValues={{ id: record }}>
          <SubmitButton>Reject</SubmitButton>
        </Form>
      }
    >
      <Form endpoint="approveUser" hiddenValues={{ id: record }}>
        <TextField name="role" label="Role" />
      </Form>
    </Panel>
  )
  const realFetch = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  test('keeps what was typed while the same is open; something else begins anew, with the focus on the panel', async () => {
    await render(panel('a', 'Ann'))
    await type('[name=role]', 'admin')
    await render(panel('a', 'Ann Lee'))
    expect(find<HTMLInputElement>('[name=role]').value).toBe('admin')
    expect(document.activeElement).toBe(find('[name=role]'))
    await render(panel('b', 'Bob'))
    expect(find<HTMLInputElement>('[name=role]').value).toBe('')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bob')
  })

  test('shows the error of an action only for what it was about', async () => {
    globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof fetch
    await render(panel('a', 'Ann'))
    await click('button[type=submit]')
    expect(find('[role=alert]').textContent).not.toBe('')
    await render(panel('b', 'Bob'))
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(0)
  })
})

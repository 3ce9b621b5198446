import { Panel, PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { setUpDom } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'

test.each([
  { isFull: false, levels: [2, 3] },
  { isFull: true, levels: [1, 2] },
])('the headings of a panel are those of the page where it fills the page: $levels', ({ isFull, levels }) => {
  const body = renderOnServer(
    <Panel title="Order SO1" closeHref="/orders" backLabel="Orders" isFull={isFull}>
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
    <Panel key={title} title={title} closeHref="/orders" backLabel="Orders">
      <a href="/orders?order=SO1">SO1</a>
    </Panel>
  )

  test('goes from a link of a panel to the panel that it opens, and nowhere from the page', async () => {
    await render(panel('Entry 1'))
    expect(document.activeElement).toBe(document.body)
    document.querySelector<HTMLElement>('a[href*=SO1]')?.focus()
    await render(panel('Order SO1'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Order SO1')
  })
})

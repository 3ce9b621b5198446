import { Panel, PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { expect, test } from 'bun:test'

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

import { type Cell, renderRows, Rows, type RowsProps } from '#client/list/list-rows.tsx'
import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'

interface Shipment {
  number: number
  carrier: string
  state: 'sent' | 'lost'
}

const columns = [
  { id: 'number' },
  { id: 'carrier', priority: 2, card: false },
  { id: 'state', align: 'end', priority: 1 },
  { id: 'note', align: 'end' },
] as const satisfies RowsProps<string, Shipment>['columns']

const cells: Record<(typeof columns)[number]['id'], (row: Shipment) => Cell> = {
  number: ({ number }) => <a href={`/shipments?open=${number}&from=1`}>{number}</a>,
  carrier: ({ carrier }) => carrier,
  state: ({ state }) => ({ className: `shape-${state}`, content: state }),
  note: ({ state }) => ({ className: state === 'lost' ? 'alert' : undefined, content: state === 'lost' && <b>?</b> }),
}

const rows: Shipment[] = [
  { number: 1, carrier: 'Müller & "Söhne"', state: 'sent' },
  { number: 2, carrier: '顺丰 <SF>', state: 'lost' },
  { number: 3, carrier: '', state: 'sent' },
]

test.each([null, 2])('the server writes the rows as React renders them in the browser, with row %p open', (open) => {
  const props = { columns, cells, rows, keyOf: ({ number }: Shipment) => number, highlighted: open }
  expect(renderRows(props)).toBe(renderToString(<Rows {...props} />))
})

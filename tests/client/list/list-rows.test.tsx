import { type Cell, renderRows, Rows, type RowsProps } from '#client/list/list-rows.tsx'
import { rowCaches } from '#server/http/markup-cache.tsx'
import { describe, expect, test } from 'bun:test'
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

describe('rows that are kept between requests', () => {
  let minute = 0
  let written = 0
  const list = 'rows of this test'
  const render = (
    columnIds: readonly string[],
    shown: readonly Shipment[],
    context: unknown = list,
    locale: 'en' | 'zh' = 'en',
  ) =>
    renderRows(
      {
        columns: columns.filter(({ id }) => columnIds.includes(id)),
        cells: {
          ...cells,
          carrier: ({ carrier }: Shipment) => {
            written++
            return `${String(context)} ${locale} ${carrier}`
          },
          state: ({ state }: Shipment) => `${state} ${minute} min ago`,
        },
        rows: shown,
        keyOf: ({ number }) => number,
        highlighted: null,
        keptRows: { context, phaseOf: () => String(minute) },
      },
      rowCaches[locale],
    )
  const all = columns.map(({ id }) => id)

  test('are written again only when what they show of the time changes', () => {
    const first = render(all, rows)
    expect(render(all, rows)).toBe(first)
    expect(written).toBe(3)
    minute = 5
    expect(render(all, rows)).toBe(first.replaceAll('0 min', '5 min'))
    expect(written).toBe(6)
  })

  test('are written again where they changed', () => {
    written = 0
    const [first, ...others] = rows as [Shipment, ...Shipment[]]
    expect(render(all, [{ ...first, carrier: 'DHL' }, ...others])).toContain('en DHL')
    expect(written).toBe(1)
  })

  test('belong to their columns, language and context', () => {
    written = 0
    expect(render(all, rows, list, 'zh')).toContain('zh')
    expect(render(['number', 'carrier'], rows)).not.toContain('min ago')
    expect(render(all, rows, 'another list')).toContain('another list')
    expect(written).toBe(9)
  })
})

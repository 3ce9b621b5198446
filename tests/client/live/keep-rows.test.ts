import { keepRows } from '#client/live/keep-rows.ts'
import type { LoadedPage, PageState } from '#shared/page-state.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { sampleOrder, sampleRow, sampleView } from '#tests/client/orders/sample-orders.ts'
import { expect, test } from 'bun:test'

const toPage = (data: OrdersView): LoadedPage => ({
  kind: 'page',
  page: 'orders',
  query: {} as never,
  data,
  form: null,
})

const readRows = (state: PageState) =>
  state.kind === 'page' && state.page === 'orders'
    ? state.data.rows.map(({ number, status }) => `${number} ${status}`)
    : []

const [one, two, three] = ['SO1', 'SO2', 'SO3'].map((number) => sampleRow({ number, status: 'open' })) as [
  ReturnType<typeof sampleRow>,
  ReturnType<typeof sampleRow>,
  ReturnType<typeof sampleRow>,
]

test('rows stay where they are and show what they are now; new ones wait', () => {
  const next = toPage(sampleView([three, { ...two, status: 'on_hold' }, one]))
  expect(readRows(keepRows(sampleView([one, two]), next))).toEqual(['SO1 open', 'SO2 on_hold'])
})

test('a row that the list no longer contains stays, as its open order is now', () => {
  const order = sampleOrder({ number: 'SO1', status: 'on_hold' })
  const next = toPage(sampleView([two], { order }))
  expect(readRows(keepRows(sampleView([one, two]), next))).toEqual(['SO1 on_hold', 'SO2 open'])
})

test('the links to other pages belong to the rows that are shown', () => {
  const next = toPage(sampleView([two, three], { next: 'new', previous: 'new' }))
  const kept = keepRows(sampleView([one, two], { next: 'shown', previous: null }), next)
  expect(kept).toMatchObject({ data: { next: 'shown', previous: null } })
})

test('an error is shown as it is', () => {
  const error: PageState = { kind: 'error', error: { statusCode: 503, statusMessage: '', description: '' } }
  expect(keepRows(sampleView([one]), error)).toBe(error)
})

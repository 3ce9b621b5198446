import { createOperatorContext } from '#server/context.ts'
import { encodeCursor } from '#server/list/keyset-page.ts'
import { countOrdersPart } from '#server/orders/list/count-all.ts'
import { toGrants } from '#server/roles/stored-role.ts'
import { ordersQuery } from '#shared/orders/inputs.ts'
import { auditLog, type EventTopic } from '#shared/events/audit-log.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { isFilterSet, type QueryValues } from '#shared/list/filter-fields.ts'
import { isSameFilter } from '#shared/list/filter.ts'
import { type List, toFilter } from '#shared/list/list.ts'
import { formatQueryText } from '#shared/list/query-text.ts'
import { filterHref } from '#shared/list/url.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import { orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'

/** A parameter is set in a fifth of the states, so that most states find something. */
const seldom = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
const someOf = <Value extends string>(values: readonly Value[]) =>
  seldom(fc.subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) }))
const oneOf = <Value extends string>(...values: Value[]) => seldom(fc.constantFrom(...values))

const orderStates = fc.record({
  q: oneOf('Chen', '李小龙', '#10007', 'SO260301', 'T-1', '"pay:paid"'),
  status: someOf(orderStatuses),
  payment: someOf(paymentStatuses),
  currency: someOf(['CNY', 'USD']),
  has: someOf(['note', 'customer_note', 'refund']),
  balance: someOf(['due', 'owed']),
  buyer: oneOf('new'),
  source: oneOf('shopify', 'woocommerce'),
  method: oneOf('alipay', 'WeChat Pay', '货到付款'),
  country: oneOf('CN', 'New Zealand', '德国'),
  sku: oneOf('T-1', 'a,b'),
  tag: oneOf('vip', 'gift wrap'),
  assignee: oneOf('me', 'none', 'Anna Shen'),
  archived: someOf(['no', 'yes']),
  amountFrom: oneOf('5', '>10', '20.50'),
  amountTo: oneOf('<30', '40'),
  from: oneOf('2026-02-27', '2026-03-01', 'last-30-days'),
  to: oneOf('2026-03-02', '2026-03-04'),
  paidFrom: oneOf('2026-03-01'),
  changedTo: oneOf('2026-03-31'),
  not: seldom(
    fc.subarray(['tag:vip', 'status:cancelled', 'currency:USD', 'sku:a,b', 'product:green tea'], { minLength: 1 }),
  ),
})
const entryStates = fc.record({
  q: oneOf('Chen', '12.00', 'SO260301-00002', '"kind:x"'),
  kind: someOf(['payment.captured', 'refund.succeeded', 'order.cancelled']),
  flow: oneOf('in', 'out', 'none'),
  from: oneOf('2026-02-27', '2026-03-02', 'this-month', 'last-30-days'),
  to: oneOf('2026-03-03', '2026-03-31'),
  channel: someOf(['alipay', 'wechat_pay', 'shopify payments']),
  // Without one the page shows the currency of the book.
  currency: fc.constantFrom('CNY', 'USD'),
})
const eventStates = fc.record({
  q: oneOf('Anna Shen', 'SO260301-00001', '::1'),
  topic: someOf<EventTopic>(['orders', 'staff', 'exports', 'logins', 'imports']),
  actor: oneOf('me', 'program', 'Anna Shen', 'someone'),
  from: oneOf('2026-03-01', '2026-03-15', 'last-7-days', 'last-month'),
  to: oneOf('2026-03-15', '2026-03-31'),
})

const sample = <Value extends QueryValues>(states: fc.Arbitrary<Value>): QueryValues[] =>
  fc
    .sample(states, { numRuns: 30, seed: 45 })
    .map((state) => Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)))

const providers = ['Alipay', 'WeChat Pay', 'Shopify Payments', '货到付款']
const countries = ['China', 'New Zealand', 'Germany']
const names = ['Chen Jiayi', '李小龙', 'Frédérique Dubois']

/** Forty orders of which no two are alike. */
const drafts = Array.from({ length: 40 }, (_, index) => {
  const placedAt = Date.parse('2026-02-27T08:00:00Z') + index * 3 * 3_600_000
  const totalMinor = 500 + index * 100
  const isCancelled = index % 9 === 4
  const draft = createDraft(index, {
    totalMinor,
    placedAt,
    source: index % 5 === 0 ? 'woocommerce' : 'shopify',
    currency: index % 3 === 0 ? 'USD' : 'CNY',
    customerName: names[index % names.length] ?? '',
    note: index % 4 === 0 ? '' : 'Ring twice.',
    email: `customer${index % 25}@mail.example`,
    phone: '',
    ...(isCancelled && { status: 'cancelled', cancelledAt: placedAt + 1000 }),
    payment:
      index % 4 === 1 || isCancelled
        ? null
        : {
            provider: providers[index % providers.length] ?? '',
            reference: `r${index}`,
            capturedMinor: index % 7 === 2 ? totalMinor - 100 : totalMinor,
            capturedAt: placedAt + 60_000,
          },
  })
  const country = countries[index % countries.length] ?? ''
  const sku = index % 6 === 0 ? 'a,b' : 'T-1'
  return {
    ...draft,
    shippingAddress: { ...draft.shippingAddress, country },
    lines: draft.lines.map((line) => ({ ...line, sku })),
  }
})

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    const outcomes = await importAsOperator(kontor.kontor, drafts)
    const numbers = outcomes.flatMap((outcome) => (outcome.outcome === 'created' ? [outcome.number] : []))
    expect(numbers).toHaveLength(drafts.length)
    const change = async (path: string, init: object) =>
      expect([path, (await owner.fetch(path, init)).status < 300]).toEqual([path, true])
    for (const [index, number] of numbers.entries()) {
      if (index % 4 === 0) await change(`/api/orders/${number}/tags`, { json: { tag: 'vip' } })
      if (index % 8 === 0) await change(`/api/orders/${number}/tags`, { json: { tag: 'gift wrap' } })
      if (index % 5 === 0)
        await change(`/api/orders/${number}/assignee`, { method: 'PUT', json: { assigneeId: owner.id } })
    }
  })

  const readJson = async (path: string) => (await owner.fetch(path)).json()
  const toUrl = (list: List, query: QueryValues): string => filterHref(list, query, {})
  const payloadOf = (url: string): string => url.replace(/\?|$/, '/_payload.json$&')

  /** The rows of a state on its page, in the API by its URL and by its text, each by a field. */
  async function findEverywhere(list: List, api: string, field: string, state: QueryValues): Promise<string[]> {
    const url = toUrl(list, state)
    const { data } = (await readJson(payloadOf(url))).pageState
    const page: Record<string, unknown>[] = (data.content ?? data).rows
    const found = page.map((row) => String(row[field]))
    const text = formatQueryText(list, state)
    const search = new URLSearchParams(url.split('?')[1])
    // Which tab of a page a list is on is no parameter of the API.
    search.delete('tab')
    for (const query of [String(search), String(new URLSearchParams({ q: text }))]) {
      const { rows } = await readJson(`${api}?${query}`)
      expect([query, rows.map((row: Record<string, unknown>) => String(row[field]))]).toEqual([query, found])
    }
    return found
  }

  /** Counts as above 10,000 orders: a few orders at once, from the beginning of the list. */
  async function countInParts(state: QueryValues): Promise<number> {
    const { user } = await readJson('/api/_auth/session')
    const operator = createOperatorContext(kontor.kontor)
    const counting = {
      ...operator,
      session: { id: '', loggedInAt: 0, verifiedAt: 0, user: { ...user, ...toGrants('owner') } },
    }
    let [counted, cursor] = [0, encodeCursor('count', { reversed: false, key: [Number.MAX_SAFE_INTEGER, 0] })]
    for (;;) {
      const query = ordersQuery.parse({ ...state, cursor })
      const part = await countOrdersPart(counting, query, { ordersPerRequest: 6, maxSlice: 3 })
      counted += part.counted
      if (part.next === null) return counted
      cursor = part.next
    }
  }

  const exported = async (path: string, json: object): Promise<string[]> => {
    const response = await owner.fetch(path, { json })
    expect([json, response.status]).toEqual([json, 200])
    return (await response.text()).trim().split(/\r?\n/)
  }
  const firstCells = (lines: readonly string[]): string[] =>
    lines.slice(1).map((line) => line.split(',')[0]?.replaceAll('"', '') ?? '')

  test('30 filter states find the same orders on the page, in the API, in an export and in an action on many orders', async () => {
    let found = 0
    for (const state of sample(orderStates)) {
      const numbers = await findEverywhere(ordersList, '/api/orders', 'number', state)
      // Which columns a file has changes nothing about its orders.
      const columns = numbers.length % 2 === 0 ? {} : { columns: 'number,total,customer' }
      const lines = await exported('/api/orders/exports', { format: 'csv', ...columns, ...state })
      expect(firstCells(lines)).toEqual(numbers)
      expect([state, await countInParts(state)]).toEqual([state, numbers.length])
      const response = await owner.fetch('/api/orders/jobs', {
        json: { action: 'tag', tag: 'checked', all: '1', filter: state },
      })
      const job = await response.json()
      expect([state, response.status]).toEqual([state, numbers.length === 0 ? 422 : 201])
      const { items } = numbers.length === 0 ? { items: [] } : await readJson(`/api/jobs/${job.id}/items`)
      expect(items.map(({ order }: { order: string }) => order).toSorted()).toEqual(numbers.toSorted())
      found += Number(numbers.length > 0 && numbers.length < drafts.length)
    }
    expect(found).toBeGreaterThan(8)
  })

  test('each chip removes its own filter', async () => {
    for (const state of sample(orderStates).slice(0, 10)) {
      const html = await (await owner.fetch(toUrl(ordersList, state))).text()
      const chips = [...html.matchAll(/<a class="chip__x" href="([^"]*)"/g)].map(([, href = '']) => toQuery(href))
      const fields = ordersList.filters.filter((field) => isFilterSet(field, state))
      expect(chips).toHaveLength(fields.length)
      for (const [index, { parameters }] of fields.entries()) {
        const without = Object.fromEntries(
          Object.entries(state).filter(([name]) => !(parameters as readonly string[]).includes(name)),
        )
        const isSame = isSameFilter(toFilter(ordersList, chips[index] ?? {}), toFilter(ordersList, without))
        expect([state, parameters, isSame]).toEqual([state, parameters, true])
      }
    }
  })

  const toQuery = (href: string): QueryValues =>
    ordersPageQuery.parse(parseSearchParams(new URL(href.replaceAll('&amp;', '&'), 'http://x').searchParams))

  test('30 filter states find the same entries on the page, in the API and in an export', async () => {
    let found = 0
    for (const state of sample(entryStates)) {
      const numbers = await findEverywhere(entriesList, '/api/finance/entries', 'number', state)
      const lines = await exported('/api/finance/exports', { format: 'csv', rows: 'entries', ...state })
      // The oldest first, as books are read.
      expect([state, firstCells(lines).toReversed()]).toEqual([state, numbers])
      found += Number(numbers.length > 0)
    }
    expect(found).toBeGreaterThan(8)
  })

  test('30 filter states find the same events on the page, in the API and in an export', async () => {
    let found = 0
    for (const state of sample(eventStates)) {
      const ids = await findEverywhere(auditLog, '/api/events', 'id', state)
      const lines = await exported('/api/events/json-exports', state)
      // The export is recorded before it reads; events of one page are enough.
      const all = lines.filter(Boolean).map((line) => (JSON.parse(line) as { id: string }).id)
      const before = all.filter((id) => id <= (ids[0] ?? ''))
      expect([state, before.slice(0, ids.length)]).toEqual([state, ids])
      found += Number(ids.length > 0)
    }
    expect(found).toBeGreaterThan(8)
  })
})

import { toGrants } from '#server/roles/stored-role.ts'
import type { Bench } from './measurement.ts'
import { median, printTable } from './measurement.ts'
import { type AuthenticatedContext, createOperatorContext, type Kontor } from '#server/context.ts'
import { loadFinance } from '#server/finance/loaders.ts'
import { loadHome } from '#server/home/loaders.ts'
import { loadOrders } from '#server/orders/loaders.ts'
import { pageQueries } from '#shared/routes/page-queries.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { openPlace } from '../seed/open-kontor.ts'

const runs = 15
const warmUps = 3

type Page = 'orders' | 'finance' | 'index'

/** What staff read, as the page and its query. */
const listCases: readonly [label: string, page: Page, query: string][] = [
  ['orders', 'orders', ''],
  ['orders, oldest first', 'orders', 'sort=placed'],
  [
    'to ship',
    'orders',
    'status=open&payment=paid&payment=overpaid&payment=partially_refunded&payment=authorized&fulfillment=unfulfilled&fulfillment=partially_fulfilled',
  ],
  ['open', 'orders', 'status=open'],
  ['shipped', 'orders', 'fulfillment=fulfilled'],
  ['open, in a week', 'orders', 'status=open&from=2026-05-04&to=2026-05-10'],
  ['contradicting statuses', 'orders', 'status=pending&payment=refunded'],
  ['contradicting days', 'orders', 'status=pending&from=2020-01-01&to=2020-02-01'],
  ['in a currency', 'orders', 'currency=USD&payment=paid'],
  ['in an unused currency', 'orders', 'currency=XXX'],
  ['entries', 'finance', ''],
  ['entries of a month', 'finance', 'from=2026-05-01&to=2026-05-31'],
  ['refunds', 'finance', 'kind=refund.succeeded'],
  ['money out', 'finance', 'flow=out'],
  ['contradicting entries', 'finance', 'kind=payment.captured&flow=out'],
  ['home, month', 'index', ''],
  ['home, a past month', 'index', 'month=2026-05'],
  ['home, all', 'index', 'period=all'],
]

/** Searches; `{…}` is replaced by what the newest order has, `{common name}` by the name of the most orders. */
const searches = [
  '{name}',
  '{common name}',
  '{prefix}',
  'c',
  '王',
  '王伟',
  'so{number}',
  'so26',
  '@{domain}',
  'li&status=pending',
  'c&status=pending&payment=refunded',
  'c so{number}',
  'a b c d e f g h',
  'c c c c c c c c c c',
  'c {name}',
]

/** How long the loaders of pages take on each book, in process, without rendering. */
export async function measureReads({ book, books }: Bench): Promise<void> {
  const folders = books.length > 0 ? books : [await book()]
  const rows = new Map<string, string[]>()
  for (const folder of folders) {
    const kontor = await openPlace(folder)
    try {
      for (const [label, page, query] of await listAllCases(kontor)) {
        const { wallMs, cpuMs } = await measurePage(kontor, page, query)
        const cells = rows.getOrInsertComputed(label, () => [page])
        cells.push(`${wallMs.toFixed(2)} (${cpuMs.toFixed(2)})`)
      }
    } finally {
      await kontor.database.close()
    }
  }
  console.log('milliseconds, median, and CPU time per call in brackets')
  printTable(
    ['read', 'page', ...folders.map((folder) => folder.split('/').at(-1) ?? folder)],
    [...rows].map(([label, cells]) => [label, ...cells]),
  )
}

async function listAllCases(kontor: Kontor): Promise<(readonly [label: string, page: Page, query: string])[]> {
  const newest = await kontor.database.read
    .selectFrom('orders')
    .select(['customer_name', 'number', 'email'])
    .where('email', '<>', '')
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const common = await kontor.database.read
    .selectFrom('orders')
    .select('customer_name')
    .groupBy('customer_name')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const replacements: Record<string, string> = {
    '{name}': newest.customer_name,
    '{common name}': common.customer_name,
    '{prefix}': newest.customer_name.slice(0, 3),
    '{number}': newest.number.slice(2, 8),
    '{domain}': newest.email.split('@')[1] ?? '',
  }
  const searchCases = searches.map((search) => {
    const text = search.replaceAll(/\{[\w ]+\}/g, (placeholder) => replacements[placeholder] ?? '')
    const [words = '', ...filters] = text.split('&')
    return [`search ${search}`, 'orders', [`q=${encodeURIComponent(words)}`, ...filters].join('&')] as const
  })
  return [...listCases, ...searchCases]
}

async function measurePage(kontor: Kontor, page: Page, query: string): Promise<{ wallMs: number; cpuMs: number }> {
  const context = asOwner(kontor)
  const search = parseSearchParams(new URLSearchParams(query))
  const load = (): Promise<unknown> => {
    if (page === 'orders') return loadOrders(context, pageQueries.orders.parse(search))
    if (page === 'finance') return loadFinance(context, pageQueries.finance.parse(search))
    return loadHome(context, pageQueries.index.parse(search))
  }
  for (let run = 0; run < warmUps; run += 1) await load()
  const walls: number[] = []
  const cpuBefore = process.cpuUsage()
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await load()
    walls.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallMs: median(walls), cpuMs: (user + system) / 1000 / runs }
}

const asOwner = (kontor: Kontor): AuthenticatedContext => ({
  ...createOperatorContext(kontor),
  session: {
    id: '',
    loggedInAt: 0,
    verifiedAt: 0,
    user: { id: '', name: 'Bench', email: 'bench@kontor.example', role: 'owner', locale: 'en', ...toGrants('owner') },
  },
})

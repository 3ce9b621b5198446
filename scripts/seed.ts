/**
 * `npm run seed -- --orders 1000000 [--open 0.5] [--data-dir DIR | --database-url URL] [--seed 1] [--until 2026-11-20]`: fills an empty
 * book with generated orders, for measuring and for trying things out. `--open` is the share of open orders.
 */
import { openForScript } from './seed/open-kontor.ts'
import { createSearchIndexes, dropSearchIndexes } from './seed/search-indexes.ts'
import { seedOrders } from './seed/seed-orders.ts'
import { isEmptyInstallation } from '#server/demo/store.ts'
import { packPostings } from '#server/orders/tokens/pack-postings.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    'orders': { type: 'string', default: '10000' },
    'open': { type: 'string', default: '0.02' },
    'data-dir': { type: 'string', default: process.env['KONTOR_DATA'] ?? './data' },
    'database-url': { type: 'string', default: process.env['DATABASE_URL'] ?? '' },
    'seed': { type: 'string', default: '1' },
    'until': { type: 'string', default: new Date().toISOString() },
  },
})
const count = parseNumber('orders', values.orders, 1, 10_000_000)
const openShare = parseNumber('open', values.open, 0, 1)
const seed = parseNumber('seed', values.seed, 0, 2 ** 31)
const until = Date.parse(values.until)
if (Number.isNaN(until)) fail('--until must be a date such as 2026-11-20.')

const place = { dataFolder: values['data-dir'], databaseUrl: values['database-url'] }
const startedAt = performance.now()
const describe = (orders: number): string =>
  `${orders} orders, ${Math.round(orders / ((performance.now() - startedAt) / 1000))} per second`
const kontor = await openForScript(place)
console.log(`Filling ${describePlace(place)} …`)
try {
  if (!(await isEmptyInstallation(kontor.database.read)))
    fail('The book already has orders or accounts. Choose an empty one.')
  await dropSearchIndexes(kontor)
  await seedOrders(kontor, { count, openShare, seed, until }, (done) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${describe(done)}`)
    else if (done % 50_000 === 0) console.log(describe(done))
  })
} finally {
  await kontor.database.close()
}
console.log('\nCreating the indexes of search tokens, names and amounts …')
await createSearchIndexes(place)
const filled = await openForScript(place)
await filled.database.optimize()
// A server does this in the background.
await packPostings(filled.database)
await filled.database.close()
console.log(describe(count))

/** Where the book is, without user and password: DATABASE_URL of the environment counts too. */
function describePlace({ dataFolder, databaseUrl }: typeof place): string {
  if (databaseUrl === '') return `the data folder ${resolve(dataFolder)}`
  const { host, pathname } = new URL(databaseUrl)
  return `the PostgreSQL database ${host}${pathname}`
}

function parseNumber(option: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= minimum && value <= maximum))
    fail(`--${option} must be a number from ${minimum} to ${maximum}, not "${text}".`)
  return value
}

function fail(message: string): never {
  console.error(message)
  process.exit(64)
}

import { benchCredentials, buildEnvironment, builtBinary, placeSettings } from './servers.ts'
import { openPlace } from '../seed/open-kontor.ts'
import { seedOrders } from '../seed/seed-orders.ts'

/**
 * Fills a new data folder, or an empty PostgreSQL database given by its URL, with `orders` orders, of which `openShare` are open, and the account
 * `benchCredentials`. Returns it.
 */
export async function createBook(place: string, orders: number, openShare = 0.02): Promise<string> {
  console.log(`Filling a book with ${orders} orders …`)
  const kontor = await openPlace(place)
  await seedOrders(kontor, { count: orders, openShare, seed: 1, until: Date.now() })
  await kontor.database.close()
  await addUser(place)
  return place
}

/** Adds the account `benchCredentials` to a book, unless it has it. */
export async function ensureUser(place: string): Promise<void> {
  const kontor = await openPlace(place)
  const found = await kontor.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', benchCredentials.email)
    .executeTakeFirst()
  await kontor.database.close()
  if (!found) await addUser(place)
}

async function addUser(place: string): Promise<void> {
  const { email, password } = benchCredentials
  const child = Bun.spawn([builtBinary, 'user', 'add', '--email', email, '--name', 'Bench', '--role', 'owner'], {
    env: buildEnvironment(placeSettings(place)),
    stdin: new Blob([password]),
    stdout: 'ignore',
  })
  if ((await child.exited) !== 0) throw new Error('The account could not be created.')
}

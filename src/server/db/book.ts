import type { Config } from '#server/config.ts'
import type { Book } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'

/**
 * Loads the book. At the first start it is created from the configuration, which never changes it later; `now` is in epoch milliseconds. `onCreate` runs
 * if there was none.
 */
export async function loadOrCreateBook(
  database: Database,
  config: Pick<Config, 'timeZone' | 'currency'>,
  now: number,
  onCreate: (book: Book) => void = () => {},
): Promise<Book> {
  const existing = await database.read.selectFrom('book').select(['time_zone', 'currency']).executeTakeFirst()
  const { time_zone, currency } = existing ?? (await createBook(database, config, now))
  const book = { timeZone: time_zone, currency }
  if (!existing) onCreate(book)
  return book
}

const createBook = (database: Database, config: Pick<Config, 'timeZone' | 'currency'>, now: number) =>
  database.inTransaction(async (transaction) => {
    await transaction
      .insertInto('book')
      .values({
        id: 1,
        time_zone: config.timeZone ?? findMachineZone(),
        currency: config.currency ?? defaultCurrency,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return transaction.selectFrom('book').select(['time_zone', 'currency']).executeTakeFirstOrThrow()
  })

const defaultCurrency = 'CNY'

/** Asked for only when it is needed, because the first use of Intl loads its data, which takes 10 ms of a start. */
const findMachineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

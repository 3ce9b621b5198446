import { openDatabase } from '#server/db/open.ts'
import { quietLog } from '#tests/support/databases.ts'

/** Inserts counters, eight at a time, and prints the key of each once it is committed, until it is killed: `bun acknowledging-process.ts DATA_FOLDER [large]`. */
const [dataFolder = '', size] = process.argv.slice(2)
const database = await openDatabase({ dataFolder, databaseUrl: '' }, quietLog)
let next = 0
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      const key = String(next++)
      await database.inTransaction(
        (transaction) => transaction.insertInto('counters').values({ key, value: 0 }).execute(),
        { isLarge: size === 'large' },
      )
      process.stdout.write(`${key}\n`)
    }
  }),
)

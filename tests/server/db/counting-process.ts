import { openDatabase } from '#server/db/open.ts'
import { quietLog } from '#tests/support/databases.ts'

/** Increments a counter a hundred times while other processes do the same: `bun counting-process.ts DATA_FOLDER DATABASE_URL`. */
const [dataFolder = '', databaseUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ dataFolder, databaseUrl }, quietLog)
for (let times = 0; times < 100; times++)
  await database.inTransaction(async (transaction) => {
    const { value } = await transaction
      .selectFrom('counters')
      .select('value')
      .where('key', '=', 'a')
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('counters')
      .set({ value: value + 1 })
      .where('key', '=', 'a')
      .execute()
  })
await database.close()

import { openDatabase } from '#server/db/open.ts'
import { startSealing } from '#server/events/sealing.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { recordExports } from '#tests/server/events/record-exports.ts'

/** Records and seals events until it is killed, and prints a line for each transaction: `bun recording-process.ts DATA_FOLDER DATABASE_URL`. */
const [dataFolder = '', databaseUrl = ''] = process.argv.slice(2)
const config = testConfig({ dataFolder, databaseUrl })
const { kontor, context } = await createLedgerFixture({ database: await openDatabase(config, quietLog), config })
startSealing(kontor)
for (;;) {
  await recordExports({ kontor, context }, 3)
  process.stdout.write('recorded\n')
}

import { openDatabase } from '#server/db/open.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { insertOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'

/** Creates twenty orders per transaction in the database of its configuration (`CONFIG`, JSON) until it is killed, and prints a line for each. */
const { CONFIG = '{}' } = process.env
const config = testConfig(JSON.parse(CONFIG))
const fixture = await createLedgerFixture({ database: await openDatabase(config, quietLog), config })
for (;;) {
  await fixture.kontor.database.inTransaction(async (transaction) => {
    for (let order = 0; order < 20; order++)
      await insertOrder(transaction, fixture, { captured: [2_000, 6_388], refunded: [1_000], shipped: 'part' })
  })
  process.stdout.write('sold\n')
}

import { sqlitePath } from '#server/db/sqlite.ts'
import { checkIds } from '#shared/finance/checks.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { SQL } from 'bun'
import { Database as BunDatabase } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

const main = join(import.meta.dir, '../../../src/server/main.ts')

async function runVerify({ dataFolder, databaseUrl, secret = '' }: Config) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, KONTOR_DATA: dataFolder, DATABASE_URL: databaseUrl, KONTOR_SECRET: secret }
  const child = Bun.spawn([process.execPath, main, 'verify'], { env, stdout: 'pipe', stderr: 'inherit' })
  const stdout = await new Response(child.stdout).text()
  return { code: await child.exited, lines: stdout.trimEnd().split('\n') }
}

async function executeDirectly({ dataFolder, databaseUrl }: Config, statement: string): Promise<void> {
  if (databaseUrl) {
    await using sql = new SQL(databaseUrl, { max: 1 })
    await sql.unsafe(statement)
  } else {
    using file = new BunDatabase(sqlitePath(dataFolder))
    file.run(statement)
  }
}

forEachDatabase((_name, open) => {
  test('kontor verify prints a line for each check and names a manually changed row', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    const { number } = await createOrder(fixture, { captured: [8_388], refunded: [388] })
    const proven = await runVerify(testDatabase.config)
    expect(proven.code).toBe(0)
    expect(proven.lines.map((line) => line.split(':')[0])).toEqual(checkIds.map((id) => `ok    ${id}`))

    await executeDirectly(testDatabase.config, 'update payments set captured_minor = captured_minor - 1')
    const broken = await runVerify(testDatabase.config)
    expect(broken.code).toBe(1)
    const failed = broken.lines.findIndex((line) => line.startsWith('FAIL  order-money: '))
    expect(broken.lines.slice(failed + 1, failed + 3)).toEqual([
      `      orders ${number}: captured_minor 8388 ≠ 8387`,
      `      payments PY-${number}-0: amount_minor 8388 ≠ 8387`,
    ])
  }, 60_000)
})

import { sqlitePath } from '#server/db/sqlite.ts'
import { scheduleSealing } from '#server/events/sealing.ts'
import { checkIds } from '#shared/self-check/checks.ts'
import { runKontor, settingsOf, setUpBinary } from '#tests/support/binary.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { SQL } from 'bun'
import { Database as BunDatabase } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { Config } from '#server/config.ts'

setUpBinary()

async function runVerify(config: Config, ...args: string[]) {
  const { code, output, errors } = await runKontor(['verify', ...args], '', { settings: settingsOf(config) })
  return { code, stderr: errors, lines: output.trimEnd().split('\n') }
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
    expect(proven.lines.slice(0, -3).map((line) => line.split(':')[0])).toEqual(
      checkIds.filter((id) => id !== 'indexes' && id !== 'kept-heads').map((id) => `ok    ${id}`),
    )

    await executeDirectly(testDatabase.config, 'update payments set captured_minor = captured_minor - 1')
    const broken = await runVerify(testDatabase.config)
    expect(broken.code).toBe(1)
    const failed = broken.lines.findIndex((line) => line.startsWith('FAIL  order-money: '))
    expect(broken.lines.slice(failed + 1, failed + 3)).toEqual([
      `      orders ${number}: captured_minor 8388 ≠ 8387`,
      expect.stringMatching(/^ {6}payments PY\d{6}-00001: amount_minor 8388 ≠ 8387$/),
    ])
  }, 60_000)

  test('kontor verify prints the heads of both chains, and fails when a kept one is not in its chain', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    await createOrder(fixture, { captured: [8_388] })
    await scheduleSealing(fixture.kontor, 0)
    const { lines } = await runVerify(testDatabase.config)
    const heads = lines.slice(-2).map((line) => line.replace('head', '').trim())
    expect(heads).toEqual([
      expect.stringMatching(/^ledger:1:[0-9a-f]{64}$/),
      expect.stringMatching(/^events:2:[0-9a-f]{64}$/),
    ])
    await createOrder(fixture, { captured: [8_388] })
    await scheduleSealing(fixture.kontor, 0)
    const kept = await runVerify(testDatabase.config, ...heads.flatMap((head) => ['--expect', head]))
    expect(kept.lines).toContain('ok    kept-heads: Every kept head is still in its chain (2 rows)')
    expect(kept.code).toBe(0)
    const forged = `events:2:${'0'.repeat(64)}`
    const lost = await runVerify(testDatabase.config, '--expect', forged)
    expect(lost.lines).toContain(`      ${forged}: not in the chain`)
    expect(lost.code).toBe(1)
    const invalid = await runVerify(testDatabase.config, '--expect', 'x')
    expect(invalid.stderr).toContain('“x” is not a head.')
    expect(invalid.code).toBe(64)
  }, 60_000)
})

onSqlite((open) => {
  test('kontor verify --full names an index that differs from its table', async () => {
    const testDatabase = await open()
    const { kontor } = await createLedgerFixture(testDatabase)
    await importAsOperator(kontor, [createDraft(1, { customerName: 'Frederique' })])
    const proven = await runVerify(testDatabase.config, '--full')
    expect([proven.code, proven.lines.filter((line) => line.includes('indexes:'))]).toEqual([
      0,
      [expect.stringMatching(/^ok {4}indexes: /)],
    ])
    await damageIndex(testDatabase.config, 'customers_by_name', 'frederique')
    expect((await runVerify(testDatabase.config)).code).toBe(0)
    const broken = await runVerify(testDatabase.config, '--full')
    expect(broken.code).toBe(1)
    expect(broken.lines).toContain('      row 1 missing from index customers_by_name')
  }, 60_000)
})

/** Changes a letter of a text in the root page of an index. */
async function damageIndex({ dataFolder }: Config, index: string, text: string): Promise<void> {
  const path = sqlitePath(dataFolder)
  using database = new BunDatabase(path)
  database.run('pragma wal_checkpoint(truncate)')
  const root = database.query('select rootpage from sqlite_schema where name = ?').get(index) as { rootpage: number }
  const { page_size: size } = database.query('pragma page_size').get() as { page_size: number }
  const file = Buffer.from(await Bun.file(path).arrayBuffer())
  const at = file.indexOf(text, (root.rootpage - 1) * size)
  expect(at).toBeLessThan(root.rootpage * size)
  file[at] = 'z'.charCodeAt(0)
  await Bun.write(path, file)
}

import { sqlitePath } from '#server/db/sqlite.ts'
import { runKontor, setUpBinary, spawnKontor } from '#tests/support/binary.ts'
import { createEmptyDatabase } from '#tests/support/databases.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'

setUpBinary()

const total = 5000
const numbers = Array.from({ length: total }, (_, index) => index + 1)
const orders = buildExportCsv(numbers.map((number) => ({ name: `#${number}` })))
const customers = [
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Zip,Default Address Country Code,Phone,Total Spent,Total Orders,Note',
  ...numbers.map((number) => `'${7000 + number},Ann,Zhou,ann${number}@example.com,no,,,,,,,0.00,0,`),
].join('\n')

test.each([
  ['orders', 'SIGINT', 130, orders],
  ['customers', 'SIGTERM', 143, customers],
  ['customers', 'SIGHUP', 129, customers],
] as const)(
  'an import of %s that %s ends keeps what it has saved, says how much, and goes on when it is run again',
  async (kind, signal, expectedCode, content) => {
    const { config, remove } = await createEmptyDatabase('sqlite')
    await using _ = { [Symbol.asyncDispose]: remove }
    const path = join(config.dataFolder, 'export.csv')
    await Bun.write(path, content)
    const options = { settings: { KONTOR_DATA: join(config.dataFolder, 'data'), LOG_LEVEL: 'error' } }
    const database = sqlitePath(options.settings.KONTOR_DATA)
    const countRows = (): number => {
      using sqlite = new Database(database, { readonly: true })
      return sqlite.query<{ rows: number }, []>(`select count(*) as rows from ${kind}`).get()?.rows ?? 0
    }
    // Until the database is migrated, it cannot be read.
    const hasRows = (): boolean => {
      try {
        return countRows() > 0
      } catch {
        return false
      }
    }
    const child = spawnKontor(['import', kind, path], '', options)
    const [output, errors] = [new Response(child.stdout).text(), new Response(child.stderr).text()]
    while (child.exitCode === null && !hasRows()) await Bun.sleep(1)
    child.kill(signal)
    expect(await child.exited).toBe(expectedCode)
    expect(await errors).toEndWith(`\nInterrupted by ${signal}.\n`)
    const kept = countRows()
    expect(kept).toBeLessThan(total)
    expect(await output).toContain(`${kept.toLocaleString('en')} ${kind} were imported and kept. To continue, `)
    const again = await runKontor(['import', kind, path], '', options)
    expect([again.code, again.output]).toEqual([0, expect.stringContaining(`${kept.toLocaleString('en')} unchanged`)])
    expect(countRows()).toBe(total)
    expect((await runKontor(['verify'], '', options)).code).toBe(0)
  },
  60_000,
)

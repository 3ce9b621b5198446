import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { RateHash } from '#server/finance/rates/write-rates.ts'
import * as store from '#server/self-check/finance/rates/exchange-rates-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'

const check = 'exchange-rates-recorded'
const rowsPerSlice = 1_000

/** Every change of exchange rates has its event, and its rates are those that the event recorded. */
export async function verifyExchangeRates(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const events = new Map((await store.listRateEvents(db)).map((event) => [event.object_id, event]))
  for (const change of await store.listChanges(db)) {
    const row = `exchange_rate_changes ${change.number}`
    const event = events.get(String(change.number))
    events.delete(String(change.number))
    const actual = await hashChange(db, change.number, progress)
    findings.examined(actual.rates, check)
    if (!event) {
      findings.addViolation(check, `${row}: no event`)
      continue
    }
    const { parameters } = parseParameters(event.parameters)
    const { source, file = '', rates, hash } = parameters
    const expect = (name: string, value: unknown, expected: unknown) =>
      findings.expectEqual(check, row, name, value as string, expected as string)
    expect('source', change.source, source)
    expect('file_name', change.file_name, file)
    expect('created_at', change.created_at, event.at)
    expect('created_by', change.created_by, event.actor_id)
    expect('rates', actual.rates, rates)
    expect('hash of the rates', actual.hash, hash)
  }
  for (const number of events.keys()) findings.addViolation(check, `exchange_rate_changes ${number}: missing`)
  for (const { change_number } of await store.listUnknownChanges(db))
    findings.addViolation(check, `exchange_rates of change ${change_number}: no change`)
}

async function hashChange(db: Db, number: number, progress: Progress): Promise<{ rates: number; hash: string }> {
  const hash = new RateHash()
  let rates = 0
  let after: string[] | undefined
  for (;;) {
    const rows = await store.listRatesOfChange(db, number, after, rowsPerSlice)
    for (const row of rows) hash.add(row)
    rates += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerSlice) return { rates, hash: hash.end() }
    after = [last.base_currency, last.quote_currency, last.day]
    await progress.advance(0)
  }
}

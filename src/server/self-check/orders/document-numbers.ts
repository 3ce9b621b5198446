import type { Db } from '#server/db/database.ts'
import { keySlices } from '#server/db/key-slices.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/orders/document-numbers-store.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { dayOf } from '#shared/time.ts'

/** The documents of one kind and day: `SO260923` of orders. */
interface NumberedDay {
  count: number
  highest: number
}

/** The documents of a range of orders, by kind and day. */
export type NumberedDays = ReadonlyMap<string, NumberedDay>

/** Collects the numbers of all documents, then compares them with the counters: of each kind and day they run from 1 without gaps. */
export class DocumentNumbers {
  readonly #days = new Map<string, NumberedDay>()
  readonly #findings: Findings
  readonly #timeZone: string

  constructor(findings: Findings, timeZone: string) {
    this.#findings = findings
    this.#timeZone = timeZone
  }

  /** Checks a number and counts it. */
  add(name: keyof typeof store.numberSeries, number: string, time: number | null): void {
    this.check(name, number, time)
    const [key = '', position = ''] = number.split('-')
    this.#addToDay(key, { count: 1, highest: Number(position) })
    this.#findings.examined(1, 'document-numbers')
  }

  /** A number begins with the kind and the day or year of `time`, epoch milliseconds; null for a refund whose day is not known. */
  check(name: keyof typeof store.numberSeries, number: string, time: number | null): void {
    const [key = '', position = ''] = number.split('-')
    const { table, prefix, period } = store.numberSeries[name]
    const expected = time === null ? prefix : prefix + toDigits(dayOf(time, this.#timeZone), period)
    if (!key.startsWith(expected) || !/^\d{5,}$/.test(position))
      this.#findings.addViolation('document-numbers', `${table} ${number}: not a number of ${expected}`)
  }

  /** Counts the numbers of all orders and their documents, without their times. */
  async countAll(db: Db, progress: Progress): Promise<void> {
    for (const series of store.countedSeries)
      for await (const slice of keySlices(db, { name: series.table, primaryKey: ['number'] })) {
        for (const { key, ...day } of await store.countNumbers(db, series, slice)) this.#addToDay(key, day)
        this.#findings.examined(slice.rows, 'document-numbers')
        await progress.advance(0)
      }
  }

  /** Everything collected so far, to be added to other numbers. */
  collected(): NumberedDays {
    return this.#days
  }

  /** Adds what was collected for other orders. */
  addAll(days: NumberedDays): void {
    for (const [key, day] of days) this.#addToDay(key, day)
  }

  /** Numbers are unique, so they have no gap when the highest, their count and the counter are equal. */
  async compareWithCounters(db: Db): Promise<void> {
    for (const { key, value } of await store.listCounters(db)) {
      const { count, highest } = this.#days.get(key) ?? { count: 0, highest: 0 }
      this.#days.delete(key)
      this.#findings.expectEqual('document-numbers', `counters ${key}`, 'value', value, highest)
      if (count !== Math.max(highest, value)) await this.#addGaps(db, key, Math.max(highest, value))
    }
    for (const key of this.#days.keys()) this.#findings.addViolation('document-numbers', `counters ${key}: missing`)
  }

  #addToDay(key: string, { count, highest }: NumberedDay): void {
    const day = this.#days.get(key)
    if (!day) this.#days.set(key, { count, highest })
    else {
      day.count += count
      day.highest = Math.max(day.highest, highest)
    }
  }

  async #addGaps(db: Db, key: string, highest: number): Promise<void> {
    const found = new Set(await store.listNumbers(db, key))
    for (let position = 1; position <= highest; position++) {
      const number = `${key}-${String(position).padStart(5, '0')}`
      if (!found.has(number)) return this.#findings.addViolation('document-numbers', `${number}: missing`)
    }
    this.#findings.addViolation('document-numbers', `${key}: a number is used twice`)
  }
}

const toDigits = (day: string, period: 'day' | 'year'): string =>
  period === 'year' ? day.slice(0, 4) : day.replaceAll('-', '').slice(-6)

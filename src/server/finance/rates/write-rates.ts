import type { CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ExchangeRatesTable } from '#server/db/schema/exchange-rates.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import * as store from '#server/finance/rates/store.ts'
import type { EventView } from '#shared/events/views.ts'

export type NewRate = Omit<ExchangeRatesTable, 'change_number'>

interface Change {
  action: Extract<EventDraft['action'], `exchange_rate${string}`>
  source: string
  fileName?: string
  /** Its name in the audit log. */
  label: string
  parameters?: EventView['parameters']
}

/** Writes rates as one change with its event, which protects them by their hash. Returns the number of the change. */
export async function writeRates(
  transaction: Transaction,
  context: RequestContext,
  actor: CurrentUser,
  { action, source, fileName = '', label, parameters }: Change,
  find: () => Promise<readonly NewRate[]>,
): Promise<{ number: number | null; rates: readonly NewRate[] }> {
  await lockLedger(transaction)
  const rates = (await find()).toSorted(byKey)
  if (rates.length === 0) return { number: null, rates }
  const number = await store.nextChangeNumber(transaction)
  const at = context.kontor.now()
  await store.insertChange(transaction, {
    number,
    source,
    file_name: fileName,
    created_at: at,
    created_by: actor.id,
  })
  await store.insertRates(
    transaction,
    rates.map((rate) => ({ ...rate, change_number: number })),
  )
  const hash = new RateHash()
  for (const rate of rates) hash.add(rate)
  await recordEvents(transaction, context, {
    action,
    objectType: 'exchange_rates',
    objectId: String(number),
    objectLabel: label,
    parameters: { ...parameters, source, ...(fileName && { file: fileName }), rates: rates.length, hash: hash.end() },
    at,
  })
  return { number, rates }
}

const byKey = (one: NewRate, other: NewRate): number => (keyOf(one) < keyOf(other) ? -1 : 1)

/** What a rate is found by: its currencies and its day. */
export const keyOf = ({ base_currency, quote_currency, day }: Omit<NewRate, 'rate'>): string =>
  `${base_currency} ${quote_currency} ${day}`

/** The hash of the rates of a change, in the order of their currencies and days. */
export class RateHash {
  readonly #hasher = new Bun.CryptoHasher('sha256')

  add(rate: NewRate): void {
    this.#hasher.update(`${keyOf(rate)} ${rate.rate}\n`)
  }

  end(): string {
    return this.#hasher.digest('hex')
  }
}

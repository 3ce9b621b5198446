import { parseRate, type RateFraction } from '#shared/finance/conversion.ts'
import { addDays } from '#shared/time.ts'

/** What one unit of a currency cost in another on a day, as an exact decimal. */
export interface DailyRate {
  day: string
  from: string
  to: string
  rate: string
}

/** A rate, and the day that it is of: the day itself, or the last one before it that has rates. */
export interface FoundRate {
  rate: RateFraction
  day: string
}

/** Maximum age of a rate in days. Banks publish no rates on weekends and holidays, so the last rate before such a day applies. */
export const maxCarriedDays = 7

/** Finds the rates of days: as stored, inverted, or through a third currency, such as the euro in the rates of the ECB. */
export class DailyRates {
  readonly #rates = new Map<string, RateFraction>()
  readonly #pivots = new Set<string>()
  readonly #found = new Map<string, FoundRate | undefined>()

  constructor(rates: Iterable<DailyRate>) {
    for (const { day, from, to, rate } of rates) {
      const parsed = parseRate(rate)
      if (!parsed) continue
      this.#rates.set(keyOf(day, from, to), parsed)
      this.#pivots.add(from).add(to)
    }
  }

  /** What one unit of `from` costs in `to` on a day; undefined if no day of the week before has a rate. */
  find(from: string, to: string, day: string): FoundRate | undefined {
    return this.#found.getOrInsertComputed(keyOf(day, from, to), () => this.#search(from, to, day))
  }

  #search(from: string, to: string, day: string): FoundRate | undefined {
    for (let back = 0; back <= maxCarriedDays; back += 1) {
      const at = addDays(day, -back)
      const rate = this.#onDay(from, to, at)
      if (rate) return { rate, day: at }
    }
    return undefined
  }

  #onDay(from: string, to: string, day: string): RateFraction | undefined {
    const direct = this.#stored(from, to, day)
    if (direct) return direct
    for (const pivot of [...this.#pivots].toSorted()) {
      const [first, second] = [this.#stored(from, pivot, day), this.#stored(pivot, to, day)]
      if (first && second)
        return {
          numerator: first.numerator * second.numerator,
          denominator: first.denominator * second.denominator,
        }
    }
    return undefined
  }

  #stored(from: string, to: string, day: string): RateFraction | undefined {
    const inverse = this.#rates.get(keyOf(day, to, from))
    return (
      this.#rates.get(keyOf(day, from, to)) ??
      (inverse && { numerator: inverse.denominator, denominator: inverse.numerator })
    )
  }
}

const keyOf = (day: string, from: string, to: string): string => `${day} ${from} ${to}`

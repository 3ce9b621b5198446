/** Exchange rates of days. */
export interface ExchangeRateTables {
  exchange_rate_changes: ExchangeRateChangesTable
  exchange_rates: ExchangeRatesTable
}

export interface ExchangeRateChangesTable {
  number: number
  source: string
  file_name: string
  created_at: number
  created_by: string
}

export interface ExchangeRatesTable {
  base_currency: string
  quote_currency: string
  day: string
  change_number: number
  /** A decimal; empty where a rate was taken away. */
  rate: string
}

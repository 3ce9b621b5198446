import {
  exchangeRateChange,
  exchangeRateChangeParams,
  exchangeRateList,
  exchangeRatesQuery,
  importExchangeRatesInput,
  importExchangeRatesQuery,
  rateFileBytes,
  removeExchangeRateInput,
  setExchangeRateInput,
} from '#shared/finance/exchange-rates.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** Exchange rates of days, which only convert what pages show. */
export const exchangeRateEndpoints = {
  listExchangeRates: endpoint({
    method: 'GET',
    path: '/api/finance/exchange-rates',
    access: 'finance.view',
    query: exchangeRatesQuery,
    output: exchangeRateList,
  }),
  setExchangeRate: endpoint({
    method: 'POST',
    path: '/api/finance/exchange-rates',
    access: 'finance.manage_rates',
    body: setExchangeRateInput,
    output: exchangeRateChange,
  }),
  removeExchangeRate: endpoint({
    method: 'POST',
    path: '/api/finance/exchange-rates/removals',
    access: 'finance.manage_rates',
    body: removeExchangeRateInput,
    output: exchangeRateChange,
    problems: ['not-found'],
  }),
  importExchangeRates: endpoint({
    method: 'POST',
    path: '/api/finance/exchange-rates/imports',
    access: 'finance.manage_rates',
    query: importExchangeRatesQuery,
    body: importExchangeRatesInput,
    output: exchangeRateChange,
    timeLimit: 'long',
    uploadLimitBytes: rateFileBytes,
    afterForm: 'show-answer',
  }),
  undoExchangeRates: endpoint({
    method: 'POST',
    path: '/api/finance/exchange-rates/changes/:change/undo',
    access: 'finance.manage_rates',
    params: exchangeRateChangeParams,
    output: exchangeRateChange,
    problems: ['not-found', 'already-done'],
  }),
}

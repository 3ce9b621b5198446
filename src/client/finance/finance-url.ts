import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** What the URL of a view has, in its order; a report has parameters of its own. */
const parameters = [
  'tab',
  'account',
  'customer',
  'from',
  'to',
  'closing',
  'kind',
  'channel',
  'flow',
  'q',
  'currency',
  'cursor',
  'entry',
  'newAccount',
  'rename',
  'sort',
  'group',
  'chart',
  'action',
  'view',
  'convert',
  'exchangeRate',
  'rateSource',
  'rateDay',
  'rateKey',
  'statement',
  'request',
  'template',
  'month',
  'verify',
  'state',
  'line',
  'owner',
  'class',
] as const satisfies (keyof FinanceQuery)[]

/** The URL of `/finance` with some parameters changed; the same view always has the same URL. Recomputing a hash is asked for each time. */
export function financeHref(query: FinanceQuery, change: Partial<FinanceQuery>): string {
  const values = { ...query, verify: undefined, ...change }
  return href('finance', Object.fromEntries(parameters.map((name) => [name, values[name]])))
}

/** The query without the dialog of `action`. */
export const closed = { action: undefined, template: undefined, month: undefined, rateKey: undefined }

/** The URL without its dialog. */
export const closedHref = (query: FinanceQuery): string => financeHref(query, closed)

/** The page of an account with its postings, of some days or all, of one customer, and without closing entries if it says so. */
export const accountHref = (
  code: string,
  { customer, from, to, closing }: Partial<Pick<FinanceQuery, 'customer' | 'from' | 'to' | 'closing'>> = {},
): string => href('finance', { tab: 'accounts', account: code, customer, from, to, closing })

/** The URL with another filter: the first page of the list; the open entry stays open. */
export const filteredHref = (query: FinanceQuery, change: Partial<FinanceQuery>): string =>
  financeHref(query, { ...change, cursor: undefined })

import type * as z from 'zod/mini'
import { accountEndpoints } from '#shared/routes/endpoints/account.ts'
import { factorEndpoints } from '#shared/routes/endpoints/factors.ts'
import { orderEndpoints } from '#shared/routes/endpoints/orders.ts'
import { orderImportEndpoints } from '#shared/routes/endpoints/order-imports.ts'
import { liveEndpoints } from '#shared/routes/endpoints/live.ts'
import { jobEndpoints } from '#shared/routes/endpoints/jobs.ts'
import { shipmentEndpoints } from '#shared/routes/endpoints/shipments.ts'
import { returnEndpoints } from '#shared/routes/endpoints/returns.ts'
import { paymentEndpoints } from '#shared/routes/endpoints/payments.ts'
import { disputeEndpoints } from '#shared/routes/endpoints/disputes.ts'
import { annotationEndpoints } from '#shared/routes/endpoints/annotations.ts'
import { customerEndpoints } from '#shared/routes/endpoints/customers.ts'
import { printEndpoints } from '#shared/routes/endpoints/print.ts'
import { exchangeRateEndpoints } from '#shared/routes/endpoints/exchange-rates.ts'
import { financeEndpoints } from '#shared/routes/endpoints/finance.ts'
import { manualEntryEndpoints } from '#shared/routes/endpoints/manual-entries.ts'
import { statementEndpoints } from '#shared/routes/endpoints/statements.ts'
import { reconciliationEndpoints } from '#shared/routes/endpoints/reconciliation.ts'
import { closingEndpoints } from '#shared/routes/endpoints/closing.ts'
import { staffEndpoints } from '#shared/routes/endpoints/staff.ts'
import { roleEndpoints } from '#shared/routes/endpoints/roles.ts'
import { tokenEndpoints } from '#shared/routes/endpoints/tokens.ts'
import { webhookEndpoints } from '#shared/routes/endpoints/webhooks.ts'
import { viewEndpoints } from '#shared/routes/endpoints/views.ts'
import { searchEndpoints } from '#shared/routes/endpoints/search.ts'
import { eventEndpoints } from '#shared/routes/endpoints/events.ts'
import { appEndpoints } from '#shared/routes/endpoints/app.ts'

/** Every API call. The routes of the server, the calls of the browser, the forms and the OpenAPI description are made from this table. */
export const endpoints = {
  ...accountEndpoints,
  ...factorEndpoints,
  ...orderEndpoints,
  ...orderImportEndpoints,
  ...liveEndpoints,
  ...jobEndpoints,
  ...shipmentEndpoints,
  ...returnEndpoints,
  ...paymentEndpoints,
  ...disputeEndpoints,
  ...annotationEndpoints,
  ...customerEndpoints,
  ...printEndpoints,
  ...financeEndpoints,
  ...exchangeRateEndpoints,
  ...manualEntryEndpoints,
  ...statementEndpoints,
  ...reconciliationEndpoints,
  ...closingEndpoints,
  ...staffEndpoints,
  ...roleEndpoints,
  ...tokenEndpoints,
  ...webhookEndpoints,
  ...searchEndpoints,
  ...viewEndpoints,
  ...eventEndpoints,
  ...appEndpoints,
}

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
export type AccessOf<Name extends EndpointName> = (typeof endpoints)[Name]['access']
export type OutputOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['output']>

type Part = 'params' | 'query' | 'body'
type Checked<Schema extends z.ZodMiniObject> = [keyof Schema['shape']] extends [never] ? unknown : z.infer<Schema>
type Written<Schema extends z.ZodMiniObject> = [keyof Schema['shape']] extends [never] ? unknown : z.input<Schema>
type PartOf<Name extends EndpointName, P extends Part> = (typeof endpoints)[Name][P]

/** What an action receives: path, query and body as one object, checked. */
export type InputOf<Name extends EndpointName> = Checked<PartOf<Name, 'params'>> &
  Checked<PartOf<Name, 'query'>> &
  Checked<PartOf<Name, 'body'>>

/** What a caller writes, as one object: before defaults and transforms. */
export type RequestOf<Name extends EndpointName> = Written<PartOf<Name, 'params'>> &
  Written<PartOf<Name, 'query'>> &
  Written<PartOf<Name, 'body'>>

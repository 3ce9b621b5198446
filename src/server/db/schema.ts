import type { AppTables } from '#server/db/schema/app.ts'
import type { StaffTables } from '#server/db/schema/staff.ts'
import type { CustomerTables } from '#server/db/schema/customers.ts'
import type { OrderTables } from '#server/db/schema/orders.ts'
import type { OrderDocumentTables } from '#server/db/schema/order-documents.ts'
import type { ExchangeRateTables } from '#server/db/schema/exchange-rates.ts'
import type { EventTables } from '#server/db/schema/events.ts'
import type { EntryRequestTables } from '#server/db/schema/entry-requests.ts'
import type { LedgerTables } from '#server/db/schema/ledger.ts'
import type { PeriodTables } from '#server/db/schema/periods.ts'
import type { MatchingTables } from '#server/db/schema/matching.ts'
import type { ImportTables } from '#server/db/schema/imports.ts'
import type { JobTables } from '#server/db/schema/jobs.ts'
import type { StatementTables } from '#server/db/schema/statements.ts'
import type { WebhookTables } from '#server/db/schema/webhooks.ts'

/** The tables as Kysely types: column by column what `migrations/*.sql` creates. Every `bigint` is read as a safe integer. */
export interface Tables
  extends
    AppTables,
    StaffTables,
    OrderTables,
    CustomerTables,
    OrderDocumentTables,
    EventTables,
    WebhookTables,
    LedgerTables,
    ExchangeRateTables,
    EntryRequestTables,
    PeriodTables,
    StatementTables,
    MatchingTables,
    ImportTables,
    JobTables {}

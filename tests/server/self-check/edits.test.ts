import type { Database, Db } from '#server/db/database.ts'
import { withEmptySqlite } from '#server/db/sqlite-schema.ts'
import { verifyRows } from '#server/self-check/verify.ts'
import { CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { findWrongSums } from '#server/self-check/customers/kept-sums.ts'
import { type CheckResult, Findings } from '#server/self-check/findings.ts'
import { loadBook } from '#server/self-check/finance/book-settings-store.ts'
import { queueLedger } from '#server/self-check/finance/queue-ledger.ts'
import { OrderCounts } from '#server/self-check/orders/order-counts.ts'
import { listOrderRanges } from '#server/self-check/orders/order-slices-store.ts'
import { Progress } from '#server/self-check/progress.ts'
import { TaskQueue } from '#server/self-check/task-queue.ts'
import { runTask, type Task } from '#server/self-check/tasks.ts'
import { type CheckId, checksByPart } from '#shared/self-check/checks.ts'
import { createSmallBook } from '#tests/server/finance/small-book.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'

/** Columns whose change the self-check cannot or need not notice, and why. `table.*` is a whole table. */
const unnoticed: Readonly<Record<string, string>> = {
  'migrations.*': 'compared when the database is opened and by the check of the schema',
  'idempotency_keys.*': 'answers to requests of the last days, kept for repetitions',
  'outgoing_mails.*': 'wait to be sent, and are then deleted',
  'throttles.*': 'failed logins of the last minutes',
  'users.locale': 'a preference that nothing follows from',
  'statement_imports.*': 'imports that are running',
  'unfinished_uploads.*': 'uploads that are running',
  'list_columns.*': 'preferences that nothing follows from',
  'list_views.*': 'preferences that nothing follows from',
  'default_views.*': 'preferences that nothing follows from',
  'token_parts.orders_before': 'decides when the next part begins, which nothing depends on',
  'token_parts.placed_before': 'a later time only makes searches look into more parts',
  'token_parts.packed': 'without packed postings, searches read all postings',
  'packed_postings.*': 'compared by the full check',
  'users.last_seen_at': 'changes with every request',
  'used_challenges.*': 'challenges of the last minutes',
  'sessions.id': 'nothing refers to it; a cookie is signed with the secret',
  'sessions.last_seen_at': 'changes with every request',
  'api_tokens.last_used_at': 'informs only',
  'api_tokens.last_ip': 'informs only',
  'sessions.user_agent': 'informs only',
  'webhook_deliveries.*': 'a log of what was sent, which a restore empties',
  'webhooks.description': 'informs only',
  'webhooks.previous_secret': 'accepted for a day after it was replaced',
  'webhooks.previous_secret_until': 'ends what was accepted before',
  'webhooks.failing_since': 'changes with every delivery',
  'webhooks.last_delivered_at': 'changes with every delivery',
  'webhooks.version': 'only orders the changes of several people',
  'imports.started_at': 'informs only',
  'order_claims.*': 'who works on what for ten minutes',
  'jobs.parameters': 'what is still to be done; what was done is in the events of the orders',
  'jobs.state': 'how far it is; what was done is in the events of the orders',
  'jobs.failure': 'informs only',
  'jobs.started_at': 'informs only',
  'jobs.lease_owner': 'which server works on it at the moment',
  'jobs.lease_until': 'which server works on it at the moment',
  'job_files.*': 'kept for a week, to import or to download',
  'job_file_chunks.*': 'kept for a week, to import or to download',
  'imports.job_id': 'the job may be gone',
  'imports.undo_job_id': 'the job may be gone',
  'job_items.order_number': 'what is still to be done; what was done is in the events of the orders',
  'job_items.position': 'the order in which it is done',
  'job_items.parameters': 'what is still to be done; what was done is in the events of the orders',
  'job_items.reason': 'informs only',
  'job_items.undo': 'kept for 15 minutes; undoing compares it with the order',
}

/** Tables whose rows wait for the background and are soon deleted: rows are added to them by hand. */
const queues = ['unsealed_events', 'order_count_changes']

/** The row that is changed, where the first one would not do. */
const rows: Readonly<Record<string, string>> = {
  order_lines: 'shipped_quantity > 0',
  payments: `note <> ''`,
  refunds: `status = 'failed'`,
  imports: 'undone_at is not null',
  one_time_links: `kind = 'reset' and used_at is not null`,
  sessions: `revoke_reason = 'suspended'`,
  credentials: `kind = 'totp'`,
  invitations: 'user_id is not null',
}

interface Column {
  table: string
  name: string
  type: string
  key: boolean
}

/** Every column of every table that the migrations create. */
const listColumns = (): Promise<Column[]> =>
  withEmptySqlite(
    async (empty) =>
      (
        await sql<Column>`
          select m.name as "table", c.name, c.type, c.pk > 0 as key
          from sqlite_schema m join pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.rowid, c.cid`.execute(empty)
      ).rows,
  )

/** Another value of the same type. */
const changeOf = ({ name, type }: Column): string =>
  type === 'TEXT'
    ? `coalesce(${name}, '') || 'x'`
    : /^(is|in|requires|taxes)_/.test(name)
      ? `1 - ${name}`
      : `coalesce(${name}, 0) + 1000003`

/** Edits by hand, each with the check that must name a row. */
const edits: [statement: string, check: CheckId][] = [
  // Orders, lines and what they were imported from.
  [`update orders set status = 'open' where status = 'completed' and version > 1`, 'order-statuses'],
  [`update orders set status = 'completed' where number = 'SO260301-00002'`, 'orders-as-received'],
  [`update orders set status = 'cancelled', cancelled_at = 1 where number = 'SO260301-00002'`, 'orders-as-received'],
  [`update orders set archived = 1 where status = 'open'`, 'order-statuses'],
  [`update orders set payment_status = 'paid' where payment_status = 'partially_authorized'`, 'order-statuses'],
  [`update orders set fulfillment_status = 'fulfilled' where number = 'SO260301-00002'`, 'order-statuses'],
  [`update orders set customer_name = 'Wang Fang' where number = 'SO260301-00005'`, 'orders-as-received'],
  [`update orders set placed_at = placed_at - 1 where number = 'SO260301-00005'`, 'orders-as-received'],
  [`update orders set currency = 'EUR' where currency = 'USD'`, 'order-money'],
  [`update orders set number = 'SO260301-00019' where number = 'SO260301-00008'`, 'document-numbers'],
  [`update order_lines set name = 'Black tea' where position = 1`, 'orders-as-received'],
  [`update order_lines set requires_shipping = 0 where shipped_quantity = 0`, 'orders-as-received'],
  [`update order_imports set payload = replace(payload, 'Green tea', 'Black tea')`, 'orders-as-received'],
  [`update order_imports set payload = 'no JSON'`, 'orders-as-received'],
  [`update order_imports set payload = 'null'`, 'orders-as-received'],
  [`update order_imports set payload = '{"lines":[null]}'`, 'orders-as-received'],
  [`delete from order_imports where order_id = (select max(order_id) from order_imports)`, 'orders-as-received'],
  [`update order_imports set payload = replace(payload, 'door', 'gate') where revision = 2`, 'orders-as-received'],
  [`update order_imports set revision = 3 where revision = 2`, 'orders-recorded'],
  [`delete from order_imports where revision = 2`, 'orders-recorded'],
  [`update orders set discount_code = 'GIFT' where number = 'SO260301-00013'`, 'orders-as-received'],
  [
    `update shipments set shipped_at = shipped_at + 1 where order_id = (select id from orders where number = 'SO260301-00013')`,
    'orders-recorded',
  ],
  [
    `update refunds set requested_by = (select min(id) from users) where order_id = (select id from orders where number = 'SO260301-00013')`,
    'orders-recorded',
  ],
  [`delete from order_lines where position = 2`, 'orders-as-received'],
  [`delete from order_lines where order_id in (select id from orders where version > 1)`, 'orders-as-received'],
  [`update order_lines set position = position + 7`, 'orders-as-received'],
  [`update orders set changed_at = created_at where version > 1`, 'orders-recorded'],
  [`delete from orders where number = 'SO260301-00008'`, 'references'],
  [`delete from orders where number = 'SO260301-00003'`, 'document-numbers'],
  [`delete from order_tokens where token like '#so%'`, 'search-tokens'],
  [`delete from order_tokens where token like ' ~%'`, 'search-tokens'],
  [`delete from products`, 'product-words'],
  [`update products set name = 'forged'`, 'product-words'],
  [`update products set sku = 'forged'`, 'product-words'],
  [`delete from product_words where word = '龙井'`, 'product-words'],
  [`update product_words set word = 'forged' where word = '龙井'`, 'product-words'],
  [`insert into product_words select token, 'forged' from products limit 1`, 'product-words'],
  [`update order_tokens set token = 'forged' where token = 'tea'`, 'search-tokens'],
  [`insert into order_tokens select 1, 'forged', placed_at, key from orders limit 1`, 'search-tokens'],
  [`insert into order_tokens values (1, 'forged', 1, 1)`, 'references'],
  [`update order_tokens set part = 0 where token = 'tea'`, 'search-tokens'],
  [`update order_tokens set part = 1 where token like '#so%'`, 'search-tokens'],
  [`update order_tokens set part = 2 where token like '=%'`, 'references'],
  [`delete from token_parts`, 'references'],
  [`delete from token_beginnings where beginning like '+%'`, 'search-tokens'],
  [`update token_parts set placed_before = 1`, 'search-tokens'],
  [`update orders set key = 1 where number = 'SO260301-00003'`, 'orders-as-received'],
  [`update counters set value = value - 1 where key like 'SO%'`, 'document-numbers'],
  [`update counters set value = value + 1 where key like 'SH%'`, 'document-numbers'],
  [`delete from counters where key like 'PY%'`, 'document-numbers'],
  [`insert into counters values ('SO990101', 1)`, 'document-numbers'],
  [`update order_counts set order_count = order_count + 1`, 'order-counts'],
  [`delete from order_counts`, 'order-counts'],
  [`delete from order_day_counts`, 'order-counts'],
  [`update order_day_counts set total_rest = total_rest + 1`, 'order-counts'],
  [
    `insert into order_count_changes values ('x', 'CNY', '2026-03-01', 'open', 'paid', 'unfulfilled', 0, 'shopify', 1, 0, 100)`,
    'order-counts',
  ],
  // Payments and refunds.
  [`update payments set reference = 'forged' where number = 'PY260301-00001'`, 'documents-have-entries'],
  [`update payments set provider = 'Alipay' where currency = 'USD'`, 'documents-have-entries'],
  [`update payments set captured_at = captured_at + 1`, 'documents-have-entries'],
  [`update payments set subsidy_minor = 1 where number = 'PY260301-00001'`, 'documents-have-entries'],
  [`update payments set recorded_at = recorded_at - 1`, 'orders-as-received'],
  [`update payments set currency = 'EUR' where currency = 'USD'`, 'order-money'],
  [
    `update payments set order_id = (select id from orders where number = 'SO260301-00002') where number = 'PY260301-00001'`,
    'order-money',
  ],
  [`update payments set number = 'PY260301-00099' where number = 'PY260301-00001'`, 'document-numbers'],
  [`delete from payments where currency = 'USD'`, 'entries-have-documents'],
  [
    `insert into payments select 'x', 'PY260301-00099', order_id, provider, reference, currency, 1, 1, 0, '', 0, '', 0, 0, 0, 0, captured_at, recorded_at, null, '' from payments where currency = 'USD'`,
    'documents-have-entries',
  ],
  [`update refunds set status = 'approved'`, 'documents-have-entries'],
  [`update refunds set granted_minor = 0`, 'order-money'],
  [`update refunds set refunded_at = refunded_at + 1`, 'documents-have-entries'],
  [`update refunds set payment_id = (select id from payments where currency = 'USD')`, 'refunds-within-captures'],
  [`delete from refunds`, 'entries-have-documents'],
  [`update refunds set status = 'succeeded', refunded_at = 1 where status = 'requested'`, 'documents-have-entries'],
  [`update refunds set status = 'requested' where status = 'rejected'`, 'orders-recorded'],
  [`update refunds set status = 'requested' where status = 'withdrawn'`, 'orders-recorded'],
  [`update refunds set status = 'withdrawn' where status = 'rejected'`, 'orders-recorded'],
  [`update refunds set requested_by = decided_by where requested_by <> decided_by`, 'orders-recorded'],
  [`update refunds set decided_by = null where status = 'rejected'`, 'orders-recorded'],
  [`update refunds set reason = 'Goodwill' where requested_by is null`, 'orders-as-received'],
  [`update refunds set shipping_tax_rate = '7' where requested_by is null`, 'orders-as-received'],
  [`update refunds set shipping_tax_minor = 1 where requested_by is null`, 'orders-as-received'],
  [`update refund_lines set quantity = 3`, 'orders-recorded'],
  [`update refund_lines set amount_minor = amount_minor + 1`, 'orders-recorded'],
  [`update refund_lines set tax_rate = '5'`, 'orders-recorded'],
  [`delete from refund_lines`, 'orders-recorded'],
  [
    `update ledger_entries set reverses = null where seq in (select entry_seq from ledger_links where type = 'order' and object_id in (select order_id from removed_orders))`,
    'documents-have-entries',
  ],
  [`update orders set refund_pending_minor = 0 where refund_pending_minor > 0`, 'order-money'],
  [`update payments set refund_pending_minor = 0 where refund_pending_minor > 0`, 'order-money'],
  [`update payments set note = 'x' where created_by is null`, 'orders-as-received'],
  [`update payments set created_by = null where created_by is not null`, 'orders-recorded'],
  [`update orders set granted_minor = 0 where number = 'SO260301-00012'`, 'order-money'],
  [`update orders set authorized_minor = 1 where number = 'SO260301-00010'`, 'orders-as-received'],
  [`update refunds set status = 'succeeded' where status = 'returned'`, 'documents-have-entries'],
  [`update refunds set returned_at = returned_at + 1 where returned_at is not null`, 'documents-have-entries'],
  [`update refunds set paid_through = '' where paid_through <> ''`, 'documents-have-entries'],
  [`update refunds set granted_minor = 0 where status = 'returned'`, 'order-money'],
  // Disputes.
  [`update disputes set status = 'won', closed_at = 1 where status = 'open'`, 'documents-have-entries'],
  [`update disputes set amount_minor = amount_minor - 1 where status = 'open'`, 'documents-have-entries'],
  [`update disputes set fee_minor = 0`, 'documents-have-entries'],
  [`update disputes set fee_returned = 0`, 'documents-have-entries'],
  [`update disputes set tax_minor = 0 where tax_minor > 0`, 'documents-have-entries'],
  [`update disputes set offset_minor = 0 where offset_minor > 0`, 'documents-have-entries'],
  [`update disputes set opened_at = opened_at + 1`, 'documents-have-entries'],
  [`update disputes set closed_at = closed_at + 1 where status = 'lost'`, 'documents-have-entries'],
  [`update disputes set reference = 'forged' where status = 'won'`, 'documents-have-entries'],
  [`update disputes set reason = 'forged'`, 'orders-recorded'],
  [`update disputes set respond_by = '2026-04-20' where respond_by <> ''`, 'orders-recorded'],
  [
    `update disputes set payment_id = (select id from payments where currency = 'USD') where status = 'open'`,
    'refunds-within-captures',
  ],
  [`delete from disputes where status = 'open'`, 'entries-have-documents'],
  [`update payments set disputed_minor = 0 where disputed_minor > 0`, 'order-money'],
  [`update orders set dispute_open_minor = 0 where dispute_open_minor > 0`, 'order-money'],
  [`update orders set dispute_offset_minor = 0 where dispute_offset_minor > 0`, 'order-money'],
  [
    `update ledger_entry_taxes set tax_rate = '13' where tax_rate = '19' and entry_seq in (select entry_seq from ledger_links where type = 'dispute')`,
    'taxes-of-orders',
  ],
  // Shipments.
  [`update shipments set carrier = 'DHL' where created_by is not null`, 'orders-recorded'],
  [`update shipments set carrier = 'DHL' where created_by is null`, 'orders-as-received'],
  [`update shipments set tracking_number = 'X' where created_by is not null`, 'orders-recorded'],
  [`update shipments set shipped_at = shipped_at + 1 where created_by is not null`, 'orders-recorded'],
  [`update shipments set created_by = null`, 'orders-recorded'],
  [`update shipments set delivered_at = delivered_at + 1 where delivered_at is not null`, 'orders-recorded'],
  [`update shipments set cancel_reason = 'x' where cancelled_at is not null`, 'orders-as-received'],
  [`delete from shipments where created_by is not null`, 'orders-recorded'],
  [`delete from shipments where created_by is null`, 'orders-as-received'],
  [`delete from shipment_lines`, 'shipped-quantities'],
  [
    `insert into shipments (id, number, order_id, carrier, tracking_number, shipped_at, recorded_at) select 'x', 'SH260301-00099', id, '', '', placed_at, placed_at from orders where number = 'SO260301-00002'`,
    'orders-as-received',
  ],
  [`update shipment_lines set order_id = 'x' where quantity = 3`, 'shipped-quantities'],
  // What staff added to orders.
  [`update attachments set content_type = 'text/html'`, 'orders-recorded'],
  [`update attachments set payment_id = null where payment_id is not null`, 'orders-recorded'],
  [
    `update attachments set payment_id = (select id from payments where currency = 'USD') where payment_id is null`,
    'orders-recorded',
  ],
  [`update attachment_chunks set content = 'JVBERi0xLjg='`, 'orders-recorded'],
  [`update attachment_chunks set content = '%'`, 'orders-recorded'],
  [`delete from attachment_chunks`, 'orders-recorded'],
  [`delete from attachments`, 'orders-recorded'],
  [`delete from attachments where payment_id is not null`, 'orders-recorded'],
  [`insert into attachment_chunks values ('x', 0, '')`, 'references'],
  [`insert into attachment_chunks select id, 7, 'Zm9yZ2Vk' from attachments`, 'references'],
  [`insert into statement_file_chunks select id, 7, 'Zm9yZ2Vk' from statement_files`, 'references'],
  [`update orders set tags = '["gift","vip"]' where number = 'SO260301-00001'`, 'orders-recorded'],
  [`update orders set tags = 'no JSON' where number = 'SO260301-00001'`, 'orders-recorded'],
  [`update orders set assignee_id = null`, 'orders-recorded'],
  [`delete from order_tokens where token = ' #gift'`, 'search-tokens'],
  [`delete from order_tokens where token like ' @%'`, 'search-tokens'],
  [`update order_notes set body = 'forged'`, 'orders-recorded'],
  [`update order_notes set salt = 'forged'`, 'orders-recorded'],
  [`update order_notes set struck_by = created_by, struck_at = created_at`, 'orders-recorded'],
  [`delete from order_notes`, 'orders-recorded'],
  [
    `insert into order_notes select 'x', order_id, body, salt, created_by, created_at, null, null, null, 1 from order_notes`,
    'orders-recorded',
  ],
  [`update return_receipts set restock = 0`, 'orders-recorded'],
  [`update return_receipts set condition = 'missing', restock = 0`, 'shipped-quantities'],
  [`update returns set status = 'completed'`, 'orders-recorded'],
  [`delete from return_receipts`, 'orders-recorded'],
  [`update return_lines set quantity = 2`, 'orders-recorded'],
  [`update exchange_rates set rate = '7.3'`, 'exchange-rates-recorded'],
  [`update exchange_rates set day = '2026-03-03'`, 'exchange-rates-recorded'],
  [`delete from exchange_rates`, 'exchange-rates-recorded'],
  [`update exchange_rate_changes set source = 'ECB'`, 'exchange-rates-recorded'],
  [`update exchange_rate_changes set created_at = created_at + 1`, 'exchange-rates-recorded'],
  [`update carriers set tracking_url = 'https://forged.example/{number}'`, 'carriers-recorded'],
  [`delete from carriers`, 'carriers-recorded'],
  [
    `insert into carriers select 'x', 'x', 'x', tracking_url, created_at, created_by from carriers`,
    'carriers-recorded',
  ],
  // Entries that were requested.
  [`update entry_requests set memo = 'Forged' where status = 'posted'`, 'entry-requests'],
  [`update entry_requests set lines = replace(lines, '900000', '900001')`, 'entry-requests'],
  [`update entry_requests set day = '2026-03-01'`, 'entry-requests'],
  [`update entry_requests set corrects = 1`, 'entry-requests'],
  [`update entry_requests set reverses = 1`, 'entry-requests'],
  [`update entry_requests set matching = null where matching is not null`, 'entry-requests'],
  [`update entry_requests set month = '2026-03'`, 'entry-requests'],
  [`update entry_requests set requested_at = requested_at + 1`, 'entry-requests'],
  [`update entry_requests set expires_at = expires_at + 1`, 'entry-requests'],
  [`update entry_requests set decided_at = decided_at + 1`, 'entry-requests'],
  [`update entry_requests set decided_by = null where status = 'declined'`, 'entry-requests'],
  [`update entry_requests set reason = 'Forged' where status = 'declined'`, 'entry-requests'],
  [`update entry_requests set status = 'withdrawn' where status = 'declined'`, 'entry-requests'],
  [`update entry_requests set entry_seq = 1 where status = 'posted' and matching is null`, 'entry-requests'],
  [`delete from entry_requests where status = 'requested'`, 'entry-requests'],
  [
    `insert into entry_requests select 'x', status, memo, day, lines, corrects, reverses, template_id, month, matching, requested_by, requested_at, expires_at, decided_by, decided_at, reason, entry_seq from entry_requests where status = 'requested'`,
    'entry-requests',
  ],
  // Months.
  [`update book set closed_through = '2026-01-31'`, 'closed-months'],
  [`update book set closed_seq = closed_seq - 1`, 'closed-months'],
  [`delete from period_changes where seq = (select max(seq) from period_changes)`, 'closed-months'],
  [`update period_changes set action = 'reopen_rejected' where action = 'reopened'`, 'closed-months'],
  [`update period_changes set ledger_hash = (select hash from ledger_entries where seq = 1)`, 'closed-months'],
  [`update period_changes set actor_id = (select min(actor_id) from period_changes)`, 'closed-months'],
  [
    `insert into period_changes select 99, month, action, at, actor_id, reason, accepted, ledger_seq, ledger_hash, events_seq, events_hash from period_changes where seq = 6`,
    'closed-months',
  ],
  [`delete from events where object_type = 'period'`, 'closed-months'],
  [`update ledger_entries set accounting_day = '2026-02-10' where occurred_at = 1770692400000`, 'closed-months'],
  [`update period_balances set debit_minor = debit_minor + 1, closing_minor = closing_minor + 1`, 'period-balances'],
  [`delete from period_balances where change_seq = 1`, 'period-balances'],
  [
    `insert into period_balances select 2, account_id, opening_minor, debit_minor, credit_minor, closing_minor from period_balances where change_seq = 1`,
    'period-balances',
  ],
  [
    `update ledger_postings set account_id = (select id from ledger_accounts where role = 'tax') where entry_seq in (select seq from ledger_entries where kind = 'period.closed') and account_id in (select id from ledger_accounts where type = 'expense')`,
    'closing-entries',
  ],
  [`update ledger_entries set kind = 'period.closed' where kind = 'fee.bank'`, 'closing-entries'],
  [`update ledger_links set object_id = '99' where type = 'period'`, 'closing-entries'],
  [`update ledger_links set number = '2026-03' where type = 'period'`, 'closing-entries'],
  [`update ledger_entries set accounting_day = '2026-02-27' where kind = 'period.closed'`, 'closing-entries'],
  [
    `update ledger_entries set reverses = null where kind = 'period.closed' and reverses is not null`,
    'closing-entries',
  ],
  [`delete from ledger_links where type = 'period'`, 'entries-have-documents'],
  [`update entry_attachments set name = 'forged.pdf'`, 'entry-attachments'],
  [`update entry_attachments set size_bytes = size_bytes + 1`, 'entry-attachments'],
  [`update entry_attachments set entry_seq = 2 where entry_seq = 1`, 'entry-attachments'],
  [`update entry_attachments set entry_seq = 1 where request_id is not null`, 'entry-attachments'],
  [`update entry_attachments set created_at = created_at + 1`, 'entry-attachments'],
  [`delete from entry_attachments where entry_seq = 1`, 'entry-attachments'],
  [
    `update attachment_chunks set content = 'JVBERi0xLjc=' where attachment_id in (select id from entry_attachments)`,
    'entry-attachments',
  ],
  [`update entry_templates set memo = 'Forged'`, 'entry-templates'],
  [`update entry_templates set lines = replace(lines, '80000', '80001')`, 'entry-templates'],
  [`update entry_templates set first_day = '2026-02-28'`, 'entry-templates'],
  [`update entry_templates set name = 'Forged' where archived_at is null`, 'entry-templates'],
  [`update entry_templates set archived_at = null where archived_at is not null`, 'entry-templates'],
  [`update entry_templates set version = version + 1`, 'entry-templates'],
  [`update entry_templates set created_at = created_at + 1`, 'entry-templates'],
  [`delete from entry_templates where archived_at is not null`, 'entry-templates'],
  [
    `insert into entry_templates select 'x', name, memo, lines, first_day, skipped, version, created_by, created_at, archived_at from entry_templates where archived_at is null`,
    'entry-templates',
  ],
  // Statements.
  [`update statements set closing_minor = closing_minor + 1`, 'statements-recorded'],
  [`update statement_lines set amount_minor = amount_minor + 1`, 'statements-recorded'],
  [`delete from statement_lines where line_number = 2`, 'statements-recorded'],
  [`delete from statement_lines`, 'statements-recorded'],
  [`delete from statement_identifiers`, 'statements-recorded'],
  [`update statement_file_chunks set content = 'JVBERi0xLjg='`, 'statements-recorded'],
  [`delete from statement_file_chunks`, 'statements-recorded'],
  [`delete from statement_mappings`, 'statements-recorded'],
  [`update statements set imported_at = null`, 'statements-recorded'],
  [`update statement_files set imported_at = null, lease_until = 1`, 'statements-recorded'],
  [
    `insert into statement_files select 'x' || id, sha256, name, format, size_bytes, imported_at, imported_by, null from statement_files`,
    'statements-recorded',
  ],
  [
    `insert into statements select 'x' || id, file_id, 2, identifier, account_id, number, first_day, last_day, line_count, new_count, in_minor, out_minor, neutral_minor, opening_minor, closing_minor, untied_line, totals_check, imported_at from statements`,
    'statements-recorded',
  ],
  // Matches.
  [`update match_lines set amount_minor = amount_minor + 1`, 'matches-tie'],
  [`update match_postings set amount_minor = amount_minor + 1`, 'matches-tie'],
  [`update match_postings set is_live = 0`, 'matches-recorded'],
  [`update statement_lines set match_id = null`, 'matches-recorded'],
  [
    `update statement_lines set match_id = (select min(id) from matches) where match_id is not null`,
    'matches-recorded',
  ],
  [`update matches set method = 'auto'`, 'matches-recorded'],
  [`update matches set reason = 'forged' where method = 'ignored'`, 'matches-recorded'],
  [`delete from match_undos`, 'matches-recorded'],
  [`delete from match_postings`, 'matches-tie'],
  [`delete from line_follow_ups`, 'line-follow-ups'],
  [`update line_follow_ups set due_on = '' where due_on <> ''`, 'line-follow-ups'],
  [`update entry_attachments set line_id = 'x:1' where line_id is not null`, 'entry-attachments'],
  [
    `insert into line_follow_ups select statement_id, line_number, null, '', '', '' from statement_lines where line_number = 3`,
    'line-follow-ups',
  ],
  [`delete from events where action = 'match.made'`, 'matches-recorded'],
  [
    `insert into match_undos select id, '', matched_at, matched_by, null from matches where method = 'ignored'`,
    'matches-recorded',
  ],
  // Customers.
  [`update customers set merged_into = (select max(number) from customers), version = 2`, 'customers-recorded'],
  [`update customers set erased_at = erased_at + 1 where erased_at is not null`, 'customers-recorded'],
  [`update customers set merged_into = null, version = 1 where merged_into is not null`, 'customers-recorded'],
  [`update order_imports set payload = replace(payload, '"email":""', '"email":"x"')`, 'orders-as-received'],
  [`update orders set customer_name = 'Zhou Min' where customer_name = ''`, 'orders-as-received'],
  [`update orders set customer_sort_key = 'x'`, 'orders-as-received'],
  [`delete from first_orders where order_key = (select max(order_key) from first_orders)`, 'customers-recorded'],
  [`update first_orders set currency = 'XXX'`, 'customers-recorded'],
  [`update first_orders set placed_at = placed_at + 1`, 'customers-recorded'],
  [
    `update first_orders set order_key = (select min(key) from orders where status = 'cancelled') where placed_at = (select max(placed_at) from first_orders)`,
    'customers-recorded',
  ],
  [
    `insert into first_orders select number, 1, 'CNY', 1 from customers where merged_into is not null`,
    'customers-recorded',
  ],
  [`update customer_sums set order_count = order_count + 1`, 'customers-recorded'],
  [`update customer_sums set spent_minor = spent_minor - 1`, 'customers-recorded'],
  [`update customer_sums set currency = 'XXX' where currency = 'CNY'`, 'customers-recorded'],
  [
    `update customer_sums set spent_minor = spent_minor + case when customer_number = (select min(customer_number) from customer_sums) then 1 else -1 end
     where customer_number in (select min(customer_number) from customer_sums union select max(customer_number) from customer_sums)`,
    'customers-recorded',
  ],
  [`delete from customer_sums where order_count = 1`, 'customers-recorded'],
  [`insert into customer_sums select distinct customer_number, 'XXX', 0, 0 from customer_sums`, 'customers-recorded'],
  [`insert into customer_sums values ('CU990101-00001', 'CNY', 1, 100)`, 'references'],
  [`update customer_contacts set order_id = 'no order' where order_id is not null`, 'references'],
  [`insert into customer_contacts values ('email:forged@mail.example', 'no order', 'CU260315-00001')`, 'references'],
  [`delete from customer_contacts where contact like 'email:%'`, 'customers-recorded'],
  [
    `insert into customer_contacts select 'email:forged@mail.example', id, customer_number from orders
    where id = (select max(id) from orders where customer_number is not null)`,
    'customers-recorded',
  ],
  [
    `update customer_contacts set customer_number = (select max(number) from customers)
    where order_id = (select min(order_id) from customer_contacts)`,
    'customers-recorded',
  ],
  [`update orders set customer_number = null`, 'orders-as-received'],
  [`insert into customers (number) values ('CU260301-00099')`, 'document-numbers'],
  [`delete from customer_profiles`, 'customers-recorded'],
  [`delete from customer_tokens`, 'customers-recorded'],
  [`delete from customer_tokens where token = 'linan'`, 'customers-recorded'],
  [`insert into customer_tokens select customer_number, 'forged' from customer_profiles`, 'customers-recorded'],
  [`delete from customer_contacts where order_id is null`, 'customers-recorded'],
  [
    `insert into customer_contacts select 'email:forged@mail.example', null, customer_number from customer_profiles`,
    'customers-recorded',
  ],
  [`update customer_profiles set name = 'Forged' where name = '李楠'`, 'customers-recorded'],
  [`update customer_profiles set version = version + 1`, 'customers-recorded'],
  [`update event_personal_values set to_value = 'forged' where field = 'profile.name'`, 'customers-recorded'],
  [`delete from event_personal_values where field = 'profile.name'`, 'customers-recorded'],
  [
    `insert into customer_profiles (customer_number, created_at, changed_at) select min(number), 1, 1 from customers where number not in (select customer_number from customer_profiles)`,
    'customers-recorded',
  ],
  // Invoices and credit notes.
  [`update documents set content = replace(content, 'Qinghe', 'Forged')`, 'issued-documents'],
  [`update documents set issued_at = issued_at + 1`, 'issued-documents'],
  [
    `update documents set order_id = (select id from orders where number = 'SO260301-00002') where number = 'IN2026-00001'`,
    'issued-documents',
  ],
  [`update documents set number = 'IN2026-00009' where number = 'IN2026-00002'`, 'document-numbers'],
  [`delete from documents where kind = 'credit-note'`, 'issued-documents'],
  [`update counters set value = value + 1 where key = 'IN2026'`, 'document-numbers'],
  [`update seller set name = 'Forged'`, 'seller-recorded'],
  [`delete from seller`, 'seller-recorded'],
  [`insert into seller values (2, 'Forged', '', '', '', '', 1)`, 'references'],
  // Events and their chain.
  [`update event_personal_values set to_value = 'forged'`, 'orders-recorded'],
  [`update event_personal_values set to_value = null where field = 'customerName'`, 'orders-as-received'],
  [`delete from event_personal_values`, 'orders-recorded'],
  [`delete from events where action = 'order.shipped'`, 'events-sealed'],
  [`delete from events where action = 'user.logged_in'`, 'events-sealed'],
  [`update events set parameters = '{}' where action = 'order.shipped'`, 'events-sealed'],
  [`update events set actor_name = 'x' where action = 'user.approved'`, 'events-sealed'],
  [`update events set at = at + 1 where action = 'order.imported'`, 'orders-recorded'],
  [
    `insert into events select 'x', at, action, actor_type, actor_id, actor_name, token_id, object_type, object_id, object_label, parameters, in_activity, topic, request_id, ip from events where action = 'user.approved'`,
    'events-complete',
  ],
  [
    `insert into events select 'x', at, action, actor_type, actor_id, actor_name, token_id, object_type, 'no order', object_label, parameters, in_activity, topic, request_id, ip from events where object_label = 'SO260301-00002'`,
    'references',
  ],
  [
    `insert into events select 'x', at, action, actor_type, actor_id, actor_name, token_id, object_type, 'no user', object_label, parameters, in_activity, topic, request_id, ip from events where action = 'user.approved'`,
    'references',
  ],
  [`insert into unsealed_events values ('no event')`, 'events-complete'],
  [`insert into unsealed_events select min(event_id) from event_seals`, 'events-complete'],
  [`insert into removed_events select min(event_id), 'forged' from event_seals`, 'events-sealed'],
  [`insert into removed_events values ('no event', 'forged')`, 'references'],
  [`delete from event_seals where seq = 3`, 'events-sealed'],
  [`delete from event_seals where seq = (select max(seq) from event_seals)`, 'events-complete'],
  [`delete from event_chain`, 'events-sealed'],
  [`insert into event_chain values (2, 1, 'forged')`, 'references'],
  [`update event_chain set head_seq = head_seq - 1`, 'events-sealed'],
  // The ledger.
  [`update ledger_entries set memo = 'x' where seq = 3`, 'entries-sealed'],
  [`update ledger_entries set occurred_at = occurred_at + 1 where seq = 3`, 'entries-sealed'],
  [`update ledger_entries set accounting_day = '2026-01-01' where seq = 3`, 'accounting-days'],
  [`update ledger_entries set reverses = 1 where seq = 3`, 'reversals'],
  [`delete from ledger_entries where seq = 3`, 'entries-numbered'],
  [`delete from ledger_entries where seq = (select max(seq) from ledger_entries)`, 'entries-numbered'],
  [`delete from ledger_postings where entry_seq = 3 and position = 2`, 'entries-complete'],
  [`delete from ledger_links where entry_seq = 3 and type = 'payment'`, 'entries-have-documents'],
  [`insert into ledger_links values (3, 'refund', 'x', 'RF-1')`, 'entries-have-documents'],
  // Nothing but the self-check keeps these from entries, shipments and orders that do not exist.
  [
    `insert into ledger_postings select account_id, account_seq + 99, accounting_day, occurred_at, 999, position, amount_minor, balance_minor from ledger_postings where entry_seq = 3`,
    'entries-complete',
  ],
  [`update shipment_lines set shipment_id = 'x' where quantity = 3`, 'shipped-quantities'],
  [
    `update first_orders set order_key = 1 where placed_at = (select max(placed_at) from first_orders)`,
    'customers-recorded',
  ],
  [`insert into ledger_links values (999, 'order', 'x', 'SO-1')`, 'entries-complete'],
  [`insert into ledger_entry_taxes values (999, '5', 'CNY', '2026-03-01', 100, 5)`, 'entry-taxes'],
  [
    `insert into ledger_entry_flows values ('EUR', '', 'payment.captured', 'in', '2026-03-01', 1, 999, 100, 0)`,
    'entry-flows',
  ],
  [`delete from ledger_accounts where currency = 'USD'`, 'accounts-by-chart'],
  [`update ledger_accounts set currency = 'EUR' where currency = 'USD'`, 'accounts-by-chart'],
  [`update ledger_accounts set is_default = 0 where code = '5001'`, 'accounts-by-chart'],
  [`update ledger_accounts set provider = 'Stripe' where role = 'sales'`, 'accounts-by-chart'],
  [`update ledger_accounts set balance_minor = balance_minor + 1 where code = '5001'`, 'account-balances'],
  [`update ledger_accounts set debited_minor = debited_minor + 1 where code = '5001'`, 'account-balances'],
  [`update ledger_accounts set name = 'Forged' where name <> ''`, 'chart-recorded'],
  [`update ledger_accounts set archived_at = null where archived_at is not null`, 'chart-recorded'],
  [`update ledger_accounts set code = '1002.9' where code = '1002.1'`, 'chart-recorded'],
  [`update ledger_accounts set is_default = 1 where code = '1002.1'`, 'accounts-by-chart'],
  [`delete from ledger_accounts where role = 'bank'`, 'chart-recorded'],
  [
    `insert into ledger_accounts select 'x', '1001.7', 'cash', '', 'asset', 'CNY', 'Safe', '', 0, 1, 0, 0, 0, null from book`,
    'chart-recorded',
  ],
  [`delete from events where action = 'entry.posted'`, 'manual-entries'],
  [`update ledger_entries set actor_id = null where kind = 'entry.manual'`, 'manual-entries'],
  [`update ledger_day_totals set in_minor = in_minor + 1 where in_minor > 0`, 'day-totals'],
  [`update ledger_day_totals set out_count = out_count + 1 where out_count > 0`, 'day-totals'],
  [`delete from ledger_day_totals where debit_minor > 0`, 'day-totals'],
  [`update ledger_month_totals set in_minor = in_minor + 1 where in_minor > 0`, 'month-totals'],
  [`update ledger_month_totals set credit_count = credit_count + 1 where credit_count > 0`, 'month-totals'],
  [`delete from ledger_month_totals where debit_minor > 0`, 'month-totals'],
  [`update ledger_entry_flows set flow = 'out' where flow = 'in'`, 'entry-flows'],
  [`delete from ledger_entry_flows where entry_seq = 3`, 'entry-flows'],
  [
    `insert into ledger_entry_flows values ('EUR', '', 'payment.captured', 'in', '2026-03-01', 1, 3, 100, 0)`,
    'entry-flows',
  ],
  [`update ledger_entry_flows set in_minor = in_minor + 1 where entry_seq = 3`, 'entry-flows'],
  [`delete from ledger_entry_flows where account_id <> ''`, 'entry-flows'],
  [`update ledger_entry_flows set in_minor = in_minor + 1 where account_id <> '' and entry_seq = 3`, 'entry-flows'],
  [`update ledger_entry_flows set out_minor = out_minor + 1 where entry_seq = 3`, 'entry-flows'],
  [`update ledger_entry_taxes set tax_rate = '7.1' where tax_rate = '7'`, 'taxes-of-orders'],
  [`update ledger_entry_taxes set net_minor = net_minor + 1 where tax_rate = '19'`, 'entry-taxes'],
  [
    `update ledger_entry_taxes set tax_rate = '19' where entry_seq = (select max(reverses) from ledger_entries where kind = 'payment.captured')`,
    'reversals',
  ],
  [`delete from ledger_entry_taxes where tax_rate = '0'`, 'entry-taxes'],
  [
    `insert into ledger_entry_taxes select max(seq), '5', 'CNY', max(accounting_day), 100, 5 from ledger_entries where kind = 'entry.manual'`,
    'entry-taxes',
  ],
  [`update book set currency = 'EUR'`, 'book-settings'],
  [`update book set time_zone = 'America/Los_Angeles'`, 'accounting-days'],
  [`update book set time_zone = 'Nowhere'`, 'book-settings'],
  [`delete from book`, 'book-settings'],
  [`insert into book (id, time_zone, currency, created_at) values (2, 'UTC', 'EUR', 1)`, 'references'],
  // Store credit.
  [`update ledger_links set object_id = 'CU990101-00001' where type = 'customer'`, 'store-credit'],
  [`update ledger_links set number = 'CU990101-00001' where type = 'customer'`, 'store-credit'],
  [`update ledger_links set object_id = (select max(number) from customers) where type = 'customer'`, 'store-credit'],
  [`delete from ledger_links where type = 'customer'`, 'store-credit'],
  [`update customers set merged_into = null where merged_into is not null`, 'store-credit'],
  [`update ledger_accounts set balance_minor = balance_minor + 1 where role = 'store_credit'`, 'store-credit'],
  [`update refunds set paid_through = '' where paid_through = 'store_credit'`, 'documents-have-entries'],
  // Accounts, credentials and sessions.
  [`update roles set permissions = '["orders.view","backups.view"]' where permissions is not null`, 'roles-recorded'],
  [`update roles set refund_limit_minor = null`, 'roles-recorded'],
  [`delete from roles`, 'roles-recorded'],
  [
    `insert into roles select 'x', 'x', 'x', '', permissions, null, null, null, null, null, null, null, null, 1, 1 from roles`,
    'roles-recorded',
  ],
  [`update webhooks set state = 'active'`, 'webhooks-recorded'],
  [`update webhooks set url = 'https://evil.example/'`, 'webhooks-recorded'],
  [`delete from webhooks`, 'webhooks-recorded'],
  [`update api_tokens set permissions = '["orders.view","orders.hold"]'`, 'tokens-recorded'],
  [`update api_tokens set revoked_at = null where revoked_at is not null`, 'tokens-recorded'],
  [`update api_tokens set addresses = '[]'`, 'tokens-recorded'],
  [
    `insert into api_tokens select 'x', user_id, name, prefix, 'x', permissions, addresses, created_at, expires_at, null, null, '' from api_tokens`,
    'tokens-recorded',
  ],
  [`update users set role = 'nothing' where role = 'operations'`, 'roles-recorded'],
  [`update users set role = 'owner' where role = 'operations'`, 'accounts-recorded'],
  [`update users set status = 'active' where status = 'suspended'`, 'accounts-recorded'],
  [`update users set status = 'active', role = 'viewer' where status = 'archived'`, 'accounts-recorded'],
  [`update users set approved_by = null where approved_by is not null`, 'accounts-recorded'],
  [`update users set approved_at = approved_at - 1 where approved_by is not null`, 'accounts-recorded'],
  [`update users set name = 'Someone Else' where role = 'viewer'`, 'accounts-recorded'],
  [`update users set email = 'x@example.com', email_key = 'x@example.com' where role = 'viewer'`, 'accounts-recorded'],
  [`update invitations set role = 'owner'`, 'invitations-recorded'],
  [`delete from invitations where revoked_at is not null`, 'invitations-recorded'],
  [
    `insert into users select 'x', 'x@example.com', 'x@example.com', name, name_sort_key, role, status, locale, created_at, approved_by, approved_at, last_seen_at, muted_mails, time_zone, version from users where role = 'owner'`,
    'accounts-recorded',
  ],
  [`delete from users where status = 'archived'`, 'references'],
  [`update credentials set secret = '$argon2id$v=19$m=8,t=1,p=1$Zm9yZ2Vk$Zm9yZ2Vk'`, 'credentials-of-users'],
  [
    `update credentials set user_id = 'x' where user_id = (select id from users where role = 'viewer')`,
    'credentials-of-users',
  ],
  [`update credentials set last_used_at = last_used_at + 1 where kind = 'password'`, 'credentials-of-users'],
  [`update credentials set last_used_at = null where kind = 'recovery'`, 'credentials-of-users'],
  [`update credentials set secret = 'forged' where kind = 'recovery'`, 'credentials-of-users'],
  [`update credentials set details = '{"counter":1}' where kind = 'totp'`, 'credentials-of-users'],
  [`update credentials set details = '{"counter":1}' where kind = 'recovery'`, 'credentials-of-users'],
  [`update credentials set subject = 'x' where kind = 'passkey'`, 'credentials-of-users'],
  [`update credentials set label = 'Phone' where kind = 'passkey'`, 'credentials-of-users'],
  [`update credentials set details = replace(details, '3', '2') where kind = 'passkey'`, 'credentials-of-users'],
  [
    `update credentials set details = replace(details, 'internal', 'usb') where kind = 'passkey'`,
    'credentials-of-users',
  ],
  [`update credentials set secret = 'forged' where kind = 'passkey'`, 'credentials-of-users'],
  [`delete from credentials where kind = 'totp'`, 'credentials-of-users'],
  [`delete from credentials where kind = 'recovery' and last_used_at is null`, 'credentials-of-users'],
  [
    `insert into credentials select 'x', (select id from users where role = 'owner'), kind, issuer, subject, secret, label, details, created_at, last_used_at from credentials where kind = 'totp'`,
    'credentials-of-users',
  ],
  [`delete from credentials where user_id = (select id from users where role = 'owner')`, 'credentials-of-users'],
  [
    `insert into credentials select 'x', user_id, 'oidc', 'https://id.example', 'x', '', '', '{}', created_at, null from credentials where user_id = (select id from users where role = 'owner')`,
    'credentials-of-users',
  ],
  [`update sessions set verified_at = verified_at + 1`, 'sessions-recorded'],
  [
    `update one_time_links set used_at = null, expires_at = 9000000000000 where used_at is not null`,
    'credentials-of-users',
  ],
  [`update one_time_links set revoked_at = null where revoked_at is not null`, 'credentials-of-users'],
  [
    `insert into one_time_links select 'x', 'invitation', id, created_by, created_at, expires_at, null, null from invitations where revoked_at is not null`,
    'invitations-recorded',
  ],
  [`update one_time_links set expires_at = expires_at + 1 where kind = 'invitation'`, 'invitations-recorded'],
  [
    `update one_time_links set used_at = null where kind = 'invitation' and used_at is not null`,
    'invitations-recorded',
  ],
  [`insert into one_time_links values ('x', 'invitation', 'x', null, 1, 2, null, null)`, 'references'],
  [`update one_time_links set subject_id = (select id from users where role = 'owner')`, 'credentials-of-users'],
  [
    `insert into one_time_links select 'x', kind, subject_id, created_by, created_at, expires_at, null, null from one_time_links where kind = 'reset' and used_at is not null`,
    'credentials-of-users',
  ],
  [
    `update sessions set revoked_at = null, revoke_reason = null where revoke_reason = 'password-changed'`,
    'sessions-recorded',
  ],
  [`update sessions set revoked_at = null, revoke_reason = null where revoke_reason = 'ended'`, 'sessions-recorded'],
  [`update sessions set revoke_reason = 'logout' where revoke_reason = 'ended'`, 'sessions-recorded'],
  [`update users set muted_mails = '' where muted_mails <> ''`, 'accounts-recorded'],
  [`update sessions set expires_at = expires_at + 1`, 'sessions-recorded'],
  [
    `update sessions set revoked_at = null, revoke_reason = null where revoke_reason = 'suspended'`,
    'sessions-recorded',
  ],
  [
    `update sessions set user_id = (select id from users where role = 'owner') where revoke_reason = 'logout'`,
    'sessions-recorded',
  ],
  [`update sessions set ip = '203.0.113.9'`, 'sessions-recorded'],
  [
    `update sessions set viewed_user_id = (select min(id) from users), viewed_until = 9999999999999`,
    'sessions-recorded',
  ],
  [
    `insert into sessions select 'x', user_id, created_at, verified_at, last_seen_at, expires_at, null, null, ip, user_agent, null, null from sessions where revoke_reason is null limit 1`,
    'sessions-recorded',
  ],
]

forEachDatabase((name, open) => {
  let database: Database
  beforeAll(async () => {
    const book = await createSmallBook(await open())
    database = book.kontor.database
    await removeGuards(database)
  })

  /** What `check` finds after a statement that is then undone, as `check: row`. */
  async function findAfter(
    statement: string | undefined,
    check: (transaction: Db) => Promise<readonly CheckResult[]>,
  ): Promise<Record<string, string[]>> {
    class Undone extends Error {
      readonly found: Record<string, string[]>
      constructor(results: readonly CheckResult[]) {
        super('The edit is undone')
        const failed = results.filter(({ passed }) => !passed)
        this.found = Object.fromEntries(failed.map(({ id, violations }) => [id, violations]))
      }
    }
    try {
      return await database.inTransaction(async (transaction) => {
        await ignoreConstraints(transaction, name)
        if (statement !== undefined) {
          const { numAffectedRows } = await sql.raw(statement).execute(transaction)
          if (numAffectedRows === 0n) throw new Error(`Changes nothing: ${statement}`)
        }
        throw new Undone(await check(transaction))
      })
    } catch (error) {
      if (error instanceof Undone) return error.found
      throw error
    }
  }

  const runAllChecks = async (db: Db): Promise<readonly CheckResult[]> => {
    const findings = new Findings()
    await verifyRows(db, findings)
    return findings.results()
  }

  /** Runs the part of the self-check that is likely to notice, and all of it only if that part does not. */
  async function findSoon(
    statement: string,
    task: Part | undefined,
    isEnough: (found: Record<string, string[]>) => boolean,
  ): Promise<Record<string, string[]>> {
    const found = task && (await findAfter(statement, (db) => runPart(db, task)).catch(() => undefined))
    return found && isEnough(found) ? found : findAfter(statement, runAllChecks)
  }

  /** Runs `work` for all items; on PostgreSQL, where transactions do not wait for each other, for four at a time. */
  async function forAll<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const remaining = items.values()
    const workOff = async (): Promise<void> => {
      for (const item of remaining) await work(item)
    }
    await Promise.all(Array.from({ length: name === 'postgres' ? 4 : 1 }, workOff))
  }

  test('the book is correct before it is edited', async () => {
    expect(await findAfter(undefined, runAllChecks)).toEqual({})
    for (const part of ['ledger', 'orders', 'customers', 'imports'] as const)
      expect([part, await findAfter(undefined, (db) => runPart(db, part))]).toEqual([part, {}])
  })

  // On one database: which columns a check compares does not depend on it, and the edits below show that it reads them on both.
  if (name === 'sqlite')
    test('a change of any column with a meaning is noticed', async () => {
      const missed: string[] = []
      const allColumns = await listColumns()
      const columns = allColumns.filter(
        ({ table, name: column }) =>
          !queues.includes(table) && !(unnoticed[`${table}.*`] ?? unnoticed[`${table}.${column}`]),
      )
      const where = new Map<string, string>()
      for (const table of new Set(columns.map((column) => column.table)))
        where.set(table, await selectRow(database.read, table, allColumns))
      const lastTask = new Map<string, Part | undefined>()
      for (const column of columns) {
        const { table, name: columnName } = column
        const row = where.get(table)
        const statement = `update ${table} set ${columnName} = ${changeOf(column)} where ${row}`
        const found = await findSoon(statement, lastTask.get(table), (checks) => Object.keys(checks).length > 0)
        const [check] = Object.keys(found) as CheckId[]
        if (check) lastTask.set(table, taskOf(check))
        else missed.push(`${table}.${columnName}`)
      }
      expect(missed).toEqual([])
    }, 600_000)

  test('every edit by hand is named by the check that guards against it', async () => {
    const missed: string[] = []
    await forAll(edits, async ([statement, check]) => {
      const found = await findSoon(statement, taskOf(check), (checks) => check in checks).catch((error: unknown) => ({
        [String(error)]: [],
      }))
      if (!(check in found)) missed.push(`${statement}: ${Object.keys(found).join(', ') || 'nothing'}`)
    })
    expect(missed).toEqual([])
  }, 600_000)
})

/** A part of the self-check: the whole ledger, the first orders, or a task. */
type Part = 'ledger' | Exclude<Task['part'], 'entries' | 'entryKeys'>

/** The part of the self-check that a check belongs to; undefined for those that are no part of their own. */
function taskOf(check: CheckId): Part | undefined {
  if (check === 'customers-recorded') return 'customers'
  if (check === 'imports-recorded') return 'imports'
  const [part] = Object.entries(checksByPart).find(([, ids]) => (ids as readonly CheckId[]).includes(check)) ?? []
  return part === undefined || ['schema', 'book', 'indexes', 'keptHeads'].includes(part) ? undefined : (part as Part)
}

/** What one part of the self-check finds by itself. */
async function runPart(db: Db, part: Part): Promise<readonly CheckResult[]> {
  const book = await loadBook(db)
  if (!book) return []
  const progress = new Progress(1, () => {}, new AbortController().signal)
  if (part === 'ledger') {
    const findings = new Findings()
    const queue = new TaskQueue([{ run: (...args) => runTask(db, ...args) }], book, progress)
    await (await queueLedger(db, findings, book, queue)).finish()
    return findings.collected()
  }
  if (part !== 'orders' && part !== 'customers') return (await runTask(db, book, { part }, progress)).checks
  const [range] = await listOrderRanges(db, 10_000)
  if (!range) return []
  const findings = new Findings()
  const orders = await runTask(db, book, { part: 'orders', range, isFull: false, seed: 1 }, progress)
  if (part === 'orders') {
    findings.addAll(orders.checks)
    const counts = new OrderCounts(book.time_zone)
    counts.addAll(orders.counts)
    await counts.compareWithStored(db, findings)
  } else {
    const customers = await runTask(db, book, { part, seed: 1 }, progress)
    findings.addAll(customers.checks)
    const totals = new CustomerTotals(1)
    for (const each of [orders, customers]) totals.addAll(each.totals)
    if (!totals.areZero()) await findWrongSums(db, findings, progress)
  }
  return findings.collected()
}

/** The condition that selects one row of a table by its primary key. */
async function selectRow(db: Db, table: string, columns: readonly Column[]): Promise<string> {
  const keys = columns.filter((column) => column.table === table && column.key).map(({ name }) => name)
  const { rows: found } = await sql
    .raw<Record<string, string | number>>(
      `select ${keys.join()} from ${table} where ${rows[table] ?? '1 = 1'} order by ${keys.join()} limit 1`,
    )
    .execute(db)
  const [row] = found
  if (!row) throw new Error(`The book has nothing in ${table}`)
  return keys.map((key) => `${key} = ${typeof row[key] === 'number' ? row[key] : `'${row[key]}'`}`).join(' and ')
}

/** Removes what would reject the edits for good: triggers on SQLite, checks on PostgreSQL. */
async function removeGuards(database: Database): Promise<void> {
  await database.inTransaction(async (transaction) => {
    const { rows: statements } =
      database.dialect === 'sqlite'
        ? await sql<{ statement: string }>`
            select 'drop trigger ' || name as statement from sqlite_schema where type = 'trigger'`.execute(transaction)
        : await sql<{ statement: string }>`
            select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as statement
            from pg_constraint where contype = 'c' and conrelid <> 0`.execute(transaction)
    for (const { statement } of statements) await sql.raw(statement).execute(transaction)
  })
}

/** Ignores checks and foreign keys until the transaction is rolled back. */
async function ignoreConstraints(db: Db, dialect: Database['dialect']): Promise<void> {
  const statements =
    dialect === 'sqlite'
      ? ['pragma ignore_check_constraints = on', 'pragma defer_foreign_keys = on']
      : ['set local session_replication_role = replica']
  for (const statement of statements) await sql.raw(statement).execute(db)
}

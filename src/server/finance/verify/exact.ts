import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { findInexactRows } from '#server/finance/verify/inexact-store.ts'

/** All bigint columns that checks read, by table and key: they can hold numbers that JavaScript cannot represent exactly. */
const columns: [table: keyof Tables, key: string[], columns: string[]][] = [
  ['book', ['id'], ['head_seq']],
  ['ledger_accounts', ['code'], ['balance_minor', 'posting_count']],
  ['ledger_entries', ['seq'], ['seq', 'occurred_at', 'recorded_at', 'reverses']],
  ['ledger_postings', ['entry_seq', 'position'], ['account_seq', 'entry_seq', 'amount_minor', 'balance_minor']],
  ['ledger_links', ['entry_seq', 'type'], ['entry_seq']],
  [
    'ledger_day_totals',
    ['account_id', 'accounting_day', 'kind'],
    ['debit_minor', 'credit_minor', 'debit_count', 'credit_count'],
  ],
  [
    'orders',
    ['number'],
    [
      'subtotal_minor',
      'discount_minor',
      'shipping_minor',
      'tax_minor',
      'total_minor',
      'authorized_minor',
      'captured_minor',
      'refunded_minor',
      'granted_minor',
      'item_count',
      'placed_at',
      'cancelled_at',
      'imported_at',
      'created_at',
    ],
  ],
  [
    'order_lines',
    ['order_id', 'id'],
    ['quantity', 'shipped_quantity', 'unit_price_minor', 'discount_minor', 'total_minor'],
  ],
  ['payments', ['number'], ['amount_minor', 'captured_minor', 'refunded_minor', 'captured_at', 'recorded_at']],
  ['refunds', ['number'], ['amount_minor', 'refunded_at', 'recorded_at']],
  ['shipments', ['number'], ['shipped_at', 'recorded_at']],
  ['shipment_lines', ['shipment_id', 'line_id'], ['quantity']],
  ['events', ['id'], ['at']],
  ['event_seals', ['seq'], ['seq']],
  ['event_chain', ['id'], ['head_seq']],
]

/** Finds rows with inexact numbers by comparing in the database. */
export async function findInexact(db: Db, findings: Findings): Promise<void> {
  for (const [table, key, names] of columns)
    for (const column of names) {
      findings.examined(1, 'amounts-exact')
      for (const row of await findInexactRows(db, table, key, column, 20))
        findings.addViolation('amounts-exact', `${table} ${row.key}: ${column} ${row.value}`)
    }
}

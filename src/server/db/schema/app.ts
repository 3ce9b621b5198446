import type { IssuedKind } from '#shared/print/documents.ts'
import type { Generated } from 'kysely'

/** The book, its migrations and what requests keep. */
export interface AppTables {
  migrations: MigrationsTable
  book: BookTable
  counters: CountersTable
  idempotency_keys: IdempotencyKeysTable
  seller: SellerTable
  documents: DocumentsTable
}

export interface MigrationsTable {
  number: number
  name: string
  checksum: string
  applied_at: number
}

export interface BookTable {
  id: number
  time_zone: string
  currency: string
  created_at: number
  head_seq: Generated<number>
  head_hash: Generated<string>
  closed_through: Generated<string>
  closed_seq: Generated<number>
}

export interface CountersTable {
  key: string
  value: number
}

/** A request that was sent with an idempotency key. */
export interface IdempotencyKeysTable {
  user_id: string
  key: string
  request_hash: string
  answer_status: number | null
  answer: string | null
  created_at: number
}

export interface SellerTable {
  id: number
  name: string
  address: string
  tax_id: string
  bank: string
  footer: string
  version: number
}

export interface DocumentsTable {
  number: string
  /** An order has one invoice, and one that supplements it each time its total has risen. */
  kind: IssuedKind | 'supplementary-invoice'
  order_id: string
  issued_at: number
  issued_by: string
  content: string
  hash: string
}

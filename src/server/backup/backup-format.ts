import type { ChainHead } from '#server/db/chain-heads.ts'
import type { Bindable } from '#server/db/column-values.ts'

/**
 * A backup is text, compressed with zstd, one JSON value a line: the header; for each table a line with its name and columns, followed by
 * its rows in the order of the primary key; the manifest; the digest of all lines before it. Both databases write and read it, and the
 * same books give the same rows.
 */
export const formatName = 'kontor-backup'
export const formatVersion = 1

/** What a backup contains. */
export interface Manifest {
  /** Epoch milliseconds: the books are those of this time. */
  createdAt: number
  /** The version of Kontor that wrote it. */
  version: string
  /** The schema, as in the table `migrations`. */
  migrations: { number: number; name: string; checksum: string }[]
  /** Rows by table. */
  counts: Record<string, number>
  heads: { ledger: ChainHead; events: ChainHead }
}

export interface TableLine {
  table: string
  columns: string[]
}

export const headerLine = (): string => JSON.stringify({ format: formatName, version: formatVersion })
export const tableLine = ({ table, columns }: TableLine): string => JSON.stringify({ table, columns })
/** The only kind of line that is an array. */
export const rowLine = (values: readonly Bindable[]): string => JSON.stringify(values)
export const manifestLine = (manifest: Manifest): string => JSON.stringify({ manifest })
export const digestLine = (sha256: string): string => JSON.stringify({ sha256 })

/** A line that is not a row. */
export type MarkerLine = Partial<TableLine & { manifest: Manifest; sha256: string; format: string; version: number }>

export const isRowLine = (line: string): boolean => line.startsWith('[')

/** A fresh hasher of the lines, each with its line feed. */
export const createDigest = (): Bun.CryptoHasher => new Bun.CryptoHasher('sha256')

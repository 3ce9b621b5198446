import type { Db, Database, Transaction } from '#server/db/database.ts'

/** Where the pieces of files are stored, in Base64. */
export interface ChunkStore {
  insert: (transaction: Transaction, chunk: { id: string; position: number; content: string }) => Promise<void>
  /** A piece of the file with this id; undefined after the last one. */
  find: (db: Db, id: string, position: number) => Promise<string | undefined>
}

/** Bytes of a piece: a row of some 128 KB, which takes a few milliseconds to write. */
const chunkBytes = 96 * 1024

/** Stores the content of a file in chunks, each in its own transaction, so that other requests can write in between. Returns its SHA-256. */
export async function writeContent(database: Database, id: string, file: Blob, chunks: ChunkStore): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for (let position = 0; position * chunkBytes < file.size; position++) {
    const bytes = await file.slice(position * chunkBytes, (position + 1) * chunkBytes).bytes()
    hasher.update(bytes)
    const chunk = { id, position, content: bytes.toBase64() }
    await database.inReadCommitted((transaction) => chunks.insert(transaction, chunk))
  }
  return hasher.digest('hex')
}

/** The pieces of a file, of which only one is in memory at a time. */
export async function* readContent(db: Db, id: string, chunks: ChunkStore): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let position = 0; ; position++) {
    const chunk = await chunks.find(db, id, position)
    if (chunk === undefined) return
    yield Uint8Array.fromBase64(chunk)
  }
}

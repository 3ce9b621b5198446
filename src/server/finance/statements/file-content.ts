import type { Db, Database } from '#server/db/database.ts'
import * as store from '#server/finance/statements/file-content-store.ts'
import { type ChunkStore, readContent, writeContent } from '#server/file-content.ts'

const fileChunks: ChunkStore = {
  insert: (transaction, { id, ...chunk }) => store.insertChunk(transaction, { file_id: id, ...chunk }),
  find: store.findChunk,
}

/** Stores a file of statements as it was uploaded. */
export const writeFileContent = (database: Database, fileId: string, file: Blob) =>
  writeContent(database, fileId, file, fileChunks)

/** A file of statements as it was uploaded, a piece at a time. */
export const readFileContent = (db: Db, fileId: string): AsyncGenerator<Uint8Array<ArrayBuffer>> =>
  readContent(db, fileId, fileChunks)

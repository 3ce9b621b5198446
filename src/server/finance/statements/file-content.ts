import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/statements/file-content-store.ts'
import { keepLease } from '#server/finance/statements/unfinished-files.ts'
import { type ChunkStore, readContent, writeContent } from '#server/files/file-content.ts'

const fileChunks: ChunkStore = {
  insert: (transaction, { id, ...chunk }) => store.insertChunk(transaction, { file_id: id, ...chunk }),
  find: store.findChunk,
}

const chunksPerLease = 10

/** Stores a file of statements as it was uploaded, while its import has the lease. */
export const writeFileContent = ({ database, now }: Kontor, fileId: string, file: Blob) =>
  writeContent(database, fileId, file, {
    ...fileChunks,
    insert: async (transaction, chunk) => {
      if (chunk.position % chunksPerLease === 0) await keepLease(transaction, fileId, now())
      await fileChunks.insert(transaction, chunk)
    },
  })

/** A file of statements as it was uploaded, a piece at a time. */
export const readFileContent = (db: Db, fileId: string): AsyncGenerator<Uint8Array<ArrayBuffer>> =>
  readContent(db, fileId, fileChunks)

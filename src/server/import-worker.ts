/** A thread that reads the orders of a file and prepares them, while those before are written. */
import { type PreparedFile, serializeOrders } from '#server/imports/prepared-file.ts'
import { serveTexts } from '#server/thread-texts.ts'

declare const self: Worker

/** Left alone, its garbage takes 10 MB more. */
const textsPerCollection = 8

async function* readCollected(file: PreparedFile): AsyncGenerator<string> {
  let count = 0
  for await (const text of serializeOrders(file)) {
    yield text
    if (++count % textsPerCollection === 0) Bun.gc(true)
  }
}

serveTexts(self, readCollected)

import { yieldToEventLoop } from '#server/runtime/event-loop.ts'

/**
 * A file to save, which no cache keeps. `content` is all of it, or its parts one after the other. A name in other scripts is sent as RFC 5987
 * has it.
 */
export const createDownload = (
  content: string | AsyncGenerator<Uint8Array<ArrayBuffer>>,
  { fileName, contentType }: { fileName: string; contentType: string },
): Response =>
  new Response(typeof content === 'string' ? content : toStream(content), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName.replaceAll(/[^ -~]+/g, '_')}"${isAscii(fileName) ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`}`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/**
 * A stream that asks for a chunk when its reader has taken the one before. In between, other requests run: reading SQLite never waits, so that a reader who takes
 * everything at once would hold them up until the end.
 */
export const toStream = (chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    pull: async (controller) => {
      await yieldToEventLoop()
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })

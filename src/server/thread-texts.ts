import { ProblemError } from '#shared/problem.ts'

/** What a thread answers: one text after the other, then the end or why there is none. A text as it is costs no copy. */
type ThreadMessage =
  | string
  | { end: true }
  | { error: unknown }
  | { problem: Pick<ProblemError, 'problem' | 'parameters' | 'fields' | 'extension'> }

/** So many texts wait at most for the thread that reads them. */
const maxWaiting = 8

/** Asks a thread that runs `serveTexts` for its texts, in their order, and ends it after the last one. Throws what the thread throws. */
export async function* readTexts(thread: Worker, request: object): AsyncGenerator<string> {
  const messages: ThreadMessage[] = []
  let arrival = Promise.withResolvers<void>()
  const receive = (message: ThreadMessage): void => {
    messages.push(message)
    arrival.resolve()
  }
  thread.onmessage = ({ data }: MessageEvent<ThreadMessage>) => receive(data)
  thread.onerror = ({ message }) => receive({ error: new Error(message) })
  thread.postMessage(request)
  try {
    for (;;) {
      await arrival.promise
      arrival = Promise.withResolvers()
      for (let message = messages.shift(); message !== undefined; message = messages.shift()) {
        if (typeof message !== 'string') {
          if ('end' in message) return
          throw toError(message)
        }
        thread.postMessage('next')
        yield message
      }
    }
  } finally {
    thread.terminate()
  }
}

function toError(message: Exclude<ThreadMessage, string | { end: true }>): unknown {
  if ('error' in message) return message.error
  const { problem, parameters, fields, extension } = message.problem
  return new ProblemError(problem, parameters, fields, extension)
}

/** Makes this thread answer the first message that it gets with texts, of which it makes a few more than have been read. */
export function serveTexts<Request>(self: Worker, create: (request: Request) => AsyncIterable<string>): void {
  let waiting = 0
  let reading = Promise.withResolvers<void>()
  const post = (message: ThreadMessage): void => self.postMessage(message)
  const serve = async (request: Request): Promise<void> => {
    try {
      for await (const text of create(request)) {
        post(text)
        waiting++
        while (waiting >= maxWaiting) {
          reading = Promise.withResolvers()
          await reading.promise
        }
      }
      post({ end: true })
    } catch (error) {
      post(toMessage(error))
    }
  }
  self.onmessage = ({ data }: MessageEvent<Request | 'next'>) => {
    if (data !== 'next') return void serve(data)
    waiting--
    reading.resolve()
  }
}

/** A thread gets a copy of an error without its class. */
function toMessage(error: unknown): ThreadMessage {
  if (!(error instanceof ProblemError)) return { error }
  const { problem, parameters, fields, extension } = error
  return { problem: { problem, parameters, fields, extension } }
}

import type { Session } from '#server/context.ts'
import { sessionEndedEvent } from '#shared/live/stream.ts'
import type { LiveUpdate, NavigationCounts } from '#shared/live/views.ts'

/** An open stream of live updates to one page. */
export interface EventStream {
  id: string
  session: Session
  /** Whether the page shows orders, and so learns what changes in them. */
  watchesOrders: boolean
  /** The order that the page has open. */
  order: string | undefined
  send(message: Uint8Array<ArrayBuffer>): void
  close(): void
  /** The counts that were last sent. */
  counts: NavigationCounts | null
  /** When something was last sent, ms. */
  lastSentAt: number
}

/** A page that takes nothing for as many messages is given up: it connects again. */
const maximumBacklog = 100
const maximumPerUser = 6
const maximumStreams = 1000

const encoder = new TextEncoder()
/** An update as a server-sent event. */
export const encodeUpdate = (update: LiveUpdate): Uint8Array<ArrayBuffer> =>
  encoder.encode(`data: ${JSON.stringify(update)}\n\n`)

/** Ends the stream of a page that has to log in again, or to learn what its user may do. */
export const sessionEndedMessage = encoder.encode(`event: ${sessionEndedEvent}\ndata:\n\n`)

/** Whose browser it is: someone who views as another user takes none of their streams. */
const ownerOf = ({ user, viewedBy }: Session): string => viewedBy?.id ?? user.id

/** The open streams of this process; `elapsed` counts ms and never jumps. */
export function createEventStreams(elapsed: () => number) {
  const streams = new Map<string, EventStream>()

  return {
    all: (): Iterable<EventStream> => streams.values(),
    count: (): number => streams.size,
    hasRoomFor: (session: Session): boolean =>
      streams.size < maximumStreams &&
      [...streams.values()].filter((stream) => ownerOf(stream.session) === ownerOf(session)).length < maximumPerUser,
    /** Opens a stream that begins with `first`; `onClose` is called once, however it ends. */
    open(
      { id, session, watchesOrders, order }: Pick<EventStream, 'id' | 'session' | 'watchesOrders' | 'order'>,
      first: LiveUpdate,
      onClose: () => void,
    ): ReadableStream<Uint8Array<ArrayBuffer>> {
      const remove = (): void => {
        if (streams.delete(id)) onClose()
      }
      return new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          start(controller) {
            const stream: EventStream = {
              id,
              session,
              watchesOrders,
              order,
              counts: null,
              lastSentAt: elapsed(),
              send(message) {
                if ((controller.desiredSize ?? 0) <= 0) return stream.close()
                controller.enqueue(message)
                stream.lastSentAt = elapsed()
              },
              close() {
                if (!streams.has(id)) return
                remove()
                controller.close()
              },
            }
            streams.set(id, stream)
            stream.send(encodeUpdate(first))
          },
          cancel: remove,
        },
        { highWaterMark: maximumBacklog },
      )
    },
  }
}

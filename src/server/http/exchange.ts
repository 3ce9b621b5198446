import type { Context as HonoContext } from 'hono'
import type { Context } from '#server/context.ts'
import type { Spool } from '#server/http/spool.ts'

/** What HTTP needs of Bun's server: tests go without. */
export interface Socket {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
}

/** What one request carries through Hono. */
export interface Environment {
  Bindings: {
    socket?: Socket | undefined
    /** Gives this request the time that reading a long file, or all of the books, takes. */
    takeLong?: () => void
  }
  Variables: {
    requestId: string
    /** Finds the visitor's address when somebody needs it, as asking the socket is not cheap; empty when unknown. */
    ip: () => string
    /** The pattern that answered, for the log and the metrics. */
    route: string
    /** Where the files lie that the request brings, if it brings parts. */
    spool: Spool | undefined
    /** Who asks, once it has been found out. */
    reader: Context
    /** What the cookies said, to see what a verb changed. */
    proved: Pick<Context, 'session' | 'locale'>
  }
}

/** One request and its answer, as Hono holds them; `Context` is the product's own word. */
export type Exchange = HonoContext<Environment>

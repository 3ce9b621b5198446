import type { Context as HonoContext } from 'hono'
import type { RequestContext } from '#server/context.ts'
import type { TempUploads } from '#server/http/temp-uploads.ts'

/** What HTTP needs of Bun's server: tests go without. */
export interface ServerHandle {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
}

/** What one request carries through Hono. */
export interface AppEnv {
  Bindings: {
    server?: ServerHandle | undefined
    /** Gives this request the time that reading a long file, or all of the books, takes. */
    extendTimeout?: () => void
  }
  Variables: {
    requestId: string
    /** Finds the visitor's address when somebody needs it, as asking the socket is not cheap; empty when unknown. */
    ip: () => string
    /** The pattern that answered, for the log and the metrics. */
    route: string
    /** Where the files lie that the request brings, if it brings parts. */
    tempUploads: TempUploads | undefined
    /** Who asks, once it has been found out. */
    context: RequestContext
    /** What the cookies said, to see what a verb changed. */
    initial: Pick<RequestContext, 'session' | 'locale'>
  }
}

/** One request and its answer, as Hono holds them; `Context` is the product's own word. */
export type AppContext = HonoContext<AppEnv>

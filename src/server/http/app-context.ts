import type { Context as HonoContext } from 'hono'
import type { RequestContext } from '#server/context.ts'
import type { Locale } from '#shared/locales.ts'
import type { TempUploads } from '#server/http/temp-uploads.ts'

/** The functions of Bun's server that HTTP uses; tests may omit it. */
export interface ServerHandle {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
}

/** Hono's bindings and variables of a request. */
export interface AppEnv {
  Bindings: { server?: ServerHandle | undefined }
  Variables: {
    requestId: string
    /** The language of the browser, set by `detectLocale`; that of an account is in the context. */
    language: Locale
    /** Raises the time limit of this request, for reading a long file or all of the books. */
    extendTimeout: () => void
    /** The client's IP address, resolved on first call because asking the socket is expensive; empty when unknown. */
    ip: () => string
    /** The pattern of the matched route, for the log and the metrics. */
    route: string
    /** Why the database or its disk did not do what the request needed, for the log. */
    outage: string | undefined
    /** Whether the request waits for its client to send the body. */
    isReadingBody: boolean
    /** The uploaded files of a multipart request. */
    tempUploads: TempUploads | undefined
    /** Set once the context loader has resolved the session. */
    context: RequestContext
    /** The values of the cookies, to detect changes by an action. */
    initial: Pick<RequestContext, 'session' | 'knownDevices' | 'locale' | 'providerState'>
  }
}

/** Hono's context with our types, not to be confused with `RequestContext`. */
export type AppContext = HonoContext<AppEnv>

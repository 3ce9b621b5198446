import type { AppContext, AppEnv } from '#server/http/app-context.ts'
import { negotiateEncoding } from '#server/http/content-encoding.ts'
import type { MiddlewareHandler } from 'hono'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

const { constants } = zlib

/** Below this, the headers of a response weigh more than compression saves. */
const minimumBytes = 1024
/** Up to here compressing takes at most about 2 ms and happens at once; larger bodies go to a thread of their own. */
const maximumSyncBytes = 64 * 1024
/** Documents, payloads, API responses and problems. Streams such as `application/x-ndjson` are not among them. */
const compressibleTypes = /^(text\/(html|plain)|application\/(problem\+)?json)\b/

type Bytes = Uint8Array<ArrayBuffer>

interface Codec {
  sync: (bytes: Uint8Array) => Bytes
  async: (bytes: Uint8Array) => Promise<Bytes>
}

const zstdOptions = { level: 3 }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 4 }
const [brotliCompress, gzip] = [
  promisify<zlib.InputType, zlib.BrotliOptions, Bytes>(zlib.brotliCompress),
  promisify<zlib.InputType, zlib.ZlibOptions, Bytes>(zlib.gzip),
]

/** In the order in which we prefer them; the levels are measured in docs/benchmarks/pages.md. */
const codecs = {
  zstd: {
    // Bun's own takes half the time of node:zlib for a small answer.
    sync: (bytes) => Bun.zstdCompressSync(bytes, zstdOptions) as Bytes,
    async: async (bytes) => (await Bun.zstdCompress(bytes, zstdOptions)) as Bytes,
  },
  br: {
    sync: (bytes) => zlib.brotliCompressSync(bytes, brotliOptions),
    async: (bytes) => brotliCompress(bytes, brotliOptions),
  },
  gzip: { sync: (bytes) => zlib.gzipSync(bytes, gzipOptions), async: (bytes) => gzip(bytes, gzipOptions) },
} satisfies Record<string, Codec>
const encodings = Object.keys(codecs) as (keyof typeof codecs)[]

/** Compresses documents and JSON as `Accept-Encoding` asks. The whole body is known, so the response keeps its length. */
export function compress(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (!isCompressible(c)) return
    // Headers of the old response are copied to the new one, so they are set there.
    const { headers } = c.res
    headers.append('Vary', 'Accept-Encoding')
    const encoding = negotiateEncoding(c.req.header('accept-encoding'), encodings)
    if (!encoding) return
    const bytes = new Uint8Array(await c.res.arrayBuffer())
    const isLarge = bytes.length >= minimumBytes
    if (isLarge) headers.set('Content-Encoding', encoding)
    const body = isLarge ? await encode(codecs[encoding], bytes) : bytes
    // Some statuses allow no body, not even an empty one.
    const response = new Response(body.length > 0 ? body : null, c.res)
    // Without the old response, Hono takes the new one as it is, instead of copying its headers and making a stream of its body.
    c.res = undefined
    c.res = response
  }
}

/** Does not look at `res.body`, which would turn a text into a stream. */
const isCompressible = ({ res }: AppContext): boolean =>
  !res.headers.has('Content-Encoding') && compressibleTypes.test(res.headers.get('Content-Type') ?? '')

const encode = ({ sync, async }: Codec, bytes: Uint8Array): Bytes | Promise<Bytes> =>
  bytes.length <= maximumSyncBytes ? sync(bytes) : async(bytes)

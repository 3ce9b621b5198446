import type { Asset } from '#server/build/build-info.ts'
import { favicon, faviconPath } from '#server/http/favicon.ts'
import { negotiateEncoding } from '#server/http/content-encoding.ts'
import type { AppEnv, AppContext } from '#server/http/app-context.ts'
import type { Hono } from 'hono'

/** URL prefix of the client's files; nothing else is served below it. */
export const assetPrefix = '/_assets/'

/**
 * Serves only the files of the build's manifest, by URL. They are immutable, because URLs contain a content hash. `openFile` opens
 * a file by its name in the manifest.
 */
export function serveAssets(
  app: Hono<AppEnv>,
  manifest: Record<string, Asset>,
  openFile: (name: string) => Blob,
): void {
  const files = new Map(Object.entries(manifest))
  const read = createFileCache(openFile)
  app.get(`${assetPrefix}*`, async (c, next) => {
    const asset = files.get(c.req.path)
    if (!asset) return next()
    c.set('route', `${assetPrefix}*`)
    return sendAsset(c, asset, read)
  })
  app.get(faviconPath, (c) => {
    c.set('route', faviconPath)
    return c.body(favicon, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
  })
}

/** The precompressed variants that the build writes, the smaller one first. */
const assetEncodings = ['br', 'gzip'] as const

async function sendAsset(c: AppContext, asset: Asset, read: (name: string) => Promise<Bytes>): Promise<Response> {
  const encoding = negotiateEncoding(
    c.req.header('accept-encoding'),
    assetEncodings.filter((each) => asset[each] !== undefined),
  )
  const name = encoding ? (asset[encoding] ?? asset.path) : asset.path
  const etag = `"${name}"`
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  c.header('ETag', etag)
  c.header('Vary', 'Accept-Encoding')
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  c.header('Content-Type', asset.type)
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(await read(name))
}

type Bytes = Uint8Array<ArrayBuffer>

/** Reads a file once and keeps it: there are few, they are small, and they never change. */
function createFileCache(openFile: (name: string) => Blob): (name: string) => Promise<Bytes> {
  const cache = new Map<string, Promise<Bytes>>()
  return (name) => {
    const bytes = cache.get(name) ?? openFile(name).bytes()
    cache.set(name, bytes)
    return bytes
  }
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag)

import { decodeUtf8 } from '#server/http/decode-utf8.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { bodyLimitBytes, guestBodyLimitBytes, largeBodyLimitBytes } from '#server/http/limits.ts'
import { parseMultipart } from '#server/http/multipart.ts'
import { TempUploads } from '#server/http/temp-uploads.ts'
import { parseFormFields } from '#shared/form-fields.ts'
import { ProblemError } from '#shared/problem.ts'
import type { Access, Endpoint } from '#shared/routes/endpoint.ts'

/** Input before validation. */
export type RawInput = Record<string, unknown>

/** Parses a query string; repeated names become a list. Throws `malformed-body` for invalid percent-encoded UTF-8. */
export function parseUrlEncoded(text: string): RawInput {
  const input = Object.create(null) as RawInput
  for (const [name, value] of parsePairs(text)) addParameter(input, name, value)
  return input
}

/** More fields than any form has: parsing hundreds of thousands would block the event loop. */
const maxFields = 2000
/** More values than any JSON body of its size has, for the same reason. */
const maxJsonValues = { standard: 20_000, large: 60_000 }

function parsePairs(text: string): [name: string, value: string][] {
  const pairs = text.split('&', maxFields + 1).filter((pair) => pair !== '')
  if (pairs.length > maxFields) throw new ProblemError('malformed-body')
  return pairs.map((pair) => {
    const equals = pair.indexOf('=')
    return equals < 0
      ? [decodeComponent(pair), '']
      : [decodeComponent(pair.slice(0, equals)), decodeComponent(pair.slice(equals + 1))]
  })
}

/**
 * The body of a request as fields, read by its content type; an empty body has none. `uploadLimitBytes` is what a multipart body with
 * files may have; with 0 it has the room of every other body, and files stay in memory.
 */
export async function readBody(c: AppContext, endpoint: BodyLimits): Promise<RawInput> {
  c.set('isReadingBody', true)
  try {
    return await parseBody(c, endpoint)
  } finally {
    c.set('isReadingBody', false)
  }
}

type BodyLimits = Pick<Endpoint, 'uploadLimitBytes' | 'bodySize'> & { access?: Access }

async function parseBody(c: AppContext, { uploadLimitBytes, bodySize, access }: BodyLimits): Promise<RawInput> {
  // Other values, such as a charset, say nothing about the bytes.
  if (isCompressed.test(c.req.header('content-encoding') ?? '')) throw new ProblemError('unsupported-media-type')
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data') return readMultipart(c, uploadLimitBytes)
  const bytes = await readBytes(c, getBodyLimit(c, bodySize))
  if (access === 'signature') c.get('context').signedRequest = { headers: c.req.raw.headers, body: decodeUtf8(bytes) }
  if (bytes.length === 0) return {}
  if (type === 'application/x-www-form-urlencoded') return parseFormFields(parsePairs(decodeUtf8(bytes)))
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
    return parseJson(decodeUtf8(bytes), maxJsonValues[bodySize])
  throw new ProblemError('unsupported-media-type')
}

const isCompressed = /\b(?:gzip|x-gzip|compress|x-compress|deflate|br|zstd)\b/i

function getBodyLimit(c: AppContext, bodySize: Endpoint['bodySize'] = 'standard'): number {
  if (!c.get('context').session) return guestBodyLimitBytes
  return bodySize === 'large' ? largeBodyLimitBytes : bodyLimitBytes
}

function addParameter(input: RawInput, name: string, value: string): void {
  const existing = input[name]
  if (existing === undefined) input[name] = value
  else if (Array.isArray(existing)) existing.push(value)
  else input[name] = [existing, value]
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new ProblemError('malformed-body')
  }
}

function parseJson(text: string, maximum: number): RawInput {
  if (hasTooManyValues(text, maximum)) throw new ProblemError('too-large')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ProblemError('malformed-body')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProblemError('malformed-body')
  return value as RawInput
}

/** Counts every comma and opening bracket, also those in texts, because JSON.parse would already take too long. */
function hasTooManyValues(json: string, maximum: number): boolean {
  let count = 0
  for (let at = 0; at < json.length && count <= maximum; at++) {
    const character = json[at]
    if (character === ',' || character === '[' || character === '{') count++
  }
  return count > maximum
}

async function readMultipart(c: AppContext, uploadLimitBytes: number): Promise<RawInput> {
  const textLimit = getBodyLimit(c)
  const body = limitBody(c, Math.max(uploadLimitBytes, textLimit))
  if (!body) throw new ProblemError('malformed-body')
  if (uploadLimitBytes > 0) {
    c.get('extendTimeout')()
    c.set('tempUploads', new TempUploads(c.get('context').kontor.config.dataFolder))
  }
  const parts = await parseMultipart(body, c.req.header('content-type') ?? '', c.get('tempUploads'), textLimit)
  return parseFormFields(parts.map(({ name, value }) => [name, value]))
}

async function readBytes(c: AppContext, limit: number): Promise<Uint8Array> {
  assertDeclaredLength(c, limit)
  try {
    // Bun ends a body at its declared length, so only others are counted.
    if (c.req.header('content-length') !== undefined) return await c.req.raw.bytes()
    return await new Response(limitBody(c, limit)).bytes()
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('malformed-body')
  }
}

function assertDeclaredLength(c: AppContext, limit: number): void {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge(limit)
}

/** The body as a stream that fails with `too-large` after `limit` bytes, because chunked bodies do not declare their length. */
function limitBody(c: AppContext, limit: number): ReadableStream<Uint8Array> | null {
  assertDeclaredLength(c, limit)
  let length = 0
  return (
    c.req.raw.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          length += chunk.byteLength
          if (length > limit) controller.error(tooLarge(limit))
          else controller.enqueue(chunk)
        },
      }),
    ) ?? null
  )
}

const tooLarge = (limit: number): ProblemError => new ProblemError('too-large', { limit: formatBytes(limit) })

/** Rounded down to a tenth, so that a file of the displayed size is accepted. */
const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${roundDown(bytes / 1024)} KB` : `${roundDown(bytes / 1024 / 1024)} MB`

const roundDown = (size: number): number => Math.floor(size * 10) / 10

import type { AddressPolicy } from '#server/webhooks/address-policy.ts'
import type { DeliveryAttempt, DeliveryError } from '#shared/webhooks/webhooks.ts'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** How long a receiver may take, from the first question for its address to the end of its answer. */
const timeoutMs = 10_000
/** How many bytes of an answer are read and kept. */
const maxResponseBytes = 1000

/** A request that is ready to be sent. */
export interface WebhookRequest {
  url: string
  headers: Headers
  body: string
}

interface SendOptions {
  policy: AddressPolicy
  /** Ends the attempt early, which then throws. */
  signal: AbortSignal
  timeoutMs?: number
  /** The addresses of a host. */
  resolve?: (host: string) => Promise<string[]>
}

type Result = Pick<DeliveryAttempt, 'status' | 'error' | 'response'>

/**
 * Sends a request to an address that was checked: the name of the host is looked up once, and the connection goes to that address, so that
 * a name that points elsewhere a moment later reaches nothing. Follows no redirects. Any status from 200 to 299 is a success.
 */
export async function sendWebhook(
  { url, headers, body }: WebhookRequest,
  { policy, signal, timeoutMs: limitMs = timeoutMs, resolve = resolveHost }: SendOptions,
): Promise<Result> {
  const deadline = AbortSignal.timeout(limitMs)
  const either = AbortSignal.any([deadline, signal])
  try {
    const address = await withAbort(findAddress(new URL(url), policy, resolve), either)
    if ('error' in address) return { status: null, error: address.error, response: '' }
    const response = await fetch(address.url, {
      method: 'POST',
      headers: withHost(headers, url),
      body,
      redirect: 'manual',
      // Connections are kept by address: another name at the same address must not reuse one.
      keepalive: false,
      signal: either,
      ...(address.serverName !== undefined && { tls: { serverName: address.serverName } }),
    })
    const { status } = response
    const error = status >= 300 && status < 400 ? 'redirect' : response.ok ? null : 'status'
    return { status, error, response: await readBeginning(response) }
  } catch (error) {
    signal.throwIfAborted()
    return { status: null, error: deadline.aborted ? 'timeout' : describeFailure(error), response: '' }
  }
}

/** Where to connect to: the URL with the address in place of the name, and the name that the certificate must have. */
type Address = { url: string; serverName?: string } | { error: DeliveryError }

async function findAddress(
  url: URL,
  policy: AddressPolicy,
  resolve: (host: string) => Promise<string[]>,
): Promise<Address> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  const addresses = isName ? await resolve(host) : [host]
  const [address] = addresses
  if (address === undefined) return { error: 'host-not-found' }
  // One address that is not allowed is enough to refuse a name, even if it has other addresses.
  if (!addresses.every(policy.isAllowed)) return { error: 'address-not-allowed' }
  if (url.protocol !== 'https:' && !policy.isTrusted(address)) return { error: 'insecure' }
  const target = new URL(url)
  target.hostname = isIP(address) === 6 ? `[${address}]` : address
  return { url: target.href, ...(isName && url.protocol === 'https:' && { serverName: host }) }
}

const resolveHost = async (host: string): Promise<string[]> => {
  try {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

function withHost(headers: Headers, url: string): Headers {
  const all = new Headers(headers)
  all.set('host', new URL(url).host)
  all.set('user-agent', 'Kontor-Webhooks')
  // Asks for an uncompressed answer.
  all.set('accept-encoding', 'identity')
  return all
}

/** The beginning of an answer as text. What is wrong with the rest does not matter: the status has arrived. */
async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  let length = 0
  try {
    while (length < maxResponseBytes) {
      const { value, done } = await reader.read()
      if (done) break
      parts.push(value)
      length += value.length
    }
    void reader.cancel().catch(() => undefined)
  } catch {
    // A body that ends too early, or never.
  }
  // Databases store no NUL.
  return Buffer.concat(parts).subarray(0, maxResponseBytes).toString('utf8').replaceAll('\0', '')
}

function describeFailure(error: unknown): DeliveryError {
  const code = String((error as { code?: unknown }).code)
  return /CERT|TLS|SSL|VERIFY|ISSUER/.test(code) ? 'certificate' : 'connection'
}

/** The lookup of a name cannot be ended. */
function withAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

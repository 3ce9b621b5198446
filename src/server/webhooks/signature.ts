import type { SignedRequest } from '#server/context.ts'
import { ProblemError } from '#shared/problem.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** An older request may have been recorded and sent again by someone else. */
const toleranceMs = 5 * 60_000

/** Signs a request as https://www.standardwebhooks.com has it; with several keys, once with each. */
export function signRequest(keys: string | readonly Buffer[], id: string, body: string, now: number): SignedRequest {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = [keys].flat().map((key) => `v1,${sign(key, id, timestamp, body)}`)
  return {
    headers: new Headers({
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    }),
    body,
  }
}

/** Throws `signature-invalid` unless the request was signed with the secret within the last five minutes. */
export function assertSigned({ headers, body }: SignedRequest, secret: string, now: number): void {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const expected = Buffer.from(`v1,${sign(secret, id, timestamp, body)}`)
  // A sender that changes its secret signs with both for a while.
  const isSigned = (headers.get('webhook-signature') ?? '').split(' ').some((text) => {
    const given = Buffer.from(text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1000) <= toleranceMs
  if (!isSigned || !isRecent) throw new ProblemError('signature-invalid')
}

const sign = (key: string | Buffer, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')

import type { SignedRequest } from '#server/context.ts'
import { ProblemError } from '#shared/problem.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** An older request may have been recorded and sent again by someone else. */
const toleranceMs = 5 * 60_000

/** Signs a request as https://www.standardwebhooks.com has it. */
export function signRequest(secret: string, id: string, body: string, now: number): SignedRequest {
  const timestamp = String(Math.floor(now / 1000))
  return {
    headers: new Headers({
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(secret, id, timestamp, body)}`,
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

const sign = (secret: string, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')

import type { Secrets } from '#server/auth/secret.ts'
import { sign, verify } from 'hono/jwt'

/** Signs and verifies the tokens of one purpose. */
export interface SignedTokens<Claims extends object> {
  /** A token with these claims that is valid from `now` (ms) for `lifetimeMs`. */
  issue(claims: Claims, now: number, lifetimeMs: number): Promise<string>
  /** The claims of a token signed by this installation for this purpose and valid at `now` (ms); `undefined` for any other text. */
  verify(token: string, now: number): Promise<Claims | undefined>
}

/** The validity of a token, in epoch seconds. */
interface Validity {
  iat: number
  exp: number
}

/** Verified tokens are cached, so that a signature is not checked with every request. */
const maxCachedTokens = 10_000
/** Tolerated difference between the clocks of several instances. */
const clockSkewSeconds = 60
const maxTokenLength = 2000

/**
 * Signs JWTs with a key derived from the installation's secret and the purpose, so that a token is valid for one purpose only. Tokens that were
 * signed with the secret before are accepted, too. `isValid` checks the claims.
 */
export function createSignedTokens<Claims extends object>(
  secrets: Secrets,
  purpose: string,
  isValid: (payload: Record<string, unknown>) => boolean,
): SignedTokens<Claims> {
  const [key = '', ...previousKeys] = secrets.map((secret) =>
    new Bun.CryptoHasher('sha256', secret).update(purpose).digest('hex'),
  )
  const verifiedTokens = new Map<string, Claims & Validity>()

  async function verifySignature(token: string): Promise<(Claims & Validity) | undefined> {
    if (token.length > maxTokenLength || !isCanonical(token)) return undefined
    for (const each of [key, ...previousKeys]) {
      const claims = await verifyWithKey(token, each)
      if (claims) return claims
    }
    return undefined
  }

  async function verifyWithKey(token: string, signingKey: string): Promise<(Claims & Validity) | undefined> {
    try {
      // The times are checked below on every use, with the process's clock.
      const payload: unknown = await verify(token, signingKey, {
        alg: 'HS256',
        typ: 'JWT',
        exp: false,
        iat: false,
        nbf: false,
      })
      return hasValidity(payload) && isValid(payload) ? (payload as Claims & Validity) : undefined
    } catch {
      return undefined
    }
  }

  return {
    issue: (claims, now, lifetimeMs) =>
      sign({ ...claims, iat: Math.floor(now / 1000), exp: Math.floor((now + lifetimeMs) / 1000) }, key, 'HS256'),
    verify: async (token, now) => {
      let claims = verifiedTokens.get(token)
      if (!claims) {
        claims = await verifySignature(token)
        if (!claims) return undefined
        if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.delete(verifiedTokens.keys().next().value ?? '')
        verifiedTokens.set(token, claims)
      }
      const seconds = now / 1000
      return claims.exp > seconds && claims.iat <= seconds + clockSkewSeconds ? claims : undefined
    },
  }
}

/** Three parts in canonical base64url: decoders ignore spare bits of the last character, so other spellings would be valid too. */
const isCanonical = (token: string): boolean => {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => part !== '' && reencode(part) === part)
}

const reencode = (part: string): string => Buffer.from(part, 'base64url').toString('base64url')

function hasValidity(payload: unknown): payload is Validity & Record<string, unknown> {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false
  const { iat, exp } = payload as Partial<Record<keyof Validity, unknown>>
  return Number.isSafeInteger(iat) && Number.isSafeInteger(exp)
}

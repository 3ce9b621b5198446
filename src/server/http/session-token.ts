import { sign, verify } from 'hono/jwt'

/** The claims of a session token: the session id, and its validity in epoch seconds. */
export interface Claims {
  sid: string
  iat: number
  exp: number
}

export interface SessionTokens {
  issue(claims: Claims): Promise<string>
  /** The claims of a token signed by this installation and valid at `now` (ms); `undefined` for any other text. */
  verify(token: string, now: number): Promise<Claims | undefined>
}

/** Verified tokens are cached, so that a signature is not checked with every request. */
const maxCachedTokens = 10_000
/** Tolerated difference between the clocks of several instances. */
const clockSkewSeconds = 60
const maxTokenLength = 1000

/** Signs and verifies session tokens with a key derived from the installation's secret. */
export function createSessionTokens(secret: string): SessionTokens {
  const key = new Bun.CryptoHasher('sha256', secret).update('kontor session token').digest('hex')
  const verifiedTokens = new Map<string, Claims>()

  async function verifySignature(token: string): Promise<Claims | undefined> {
    if (token.length > maxTokenLength || !isCanonical(token)) return undefined
    try {
      // The times are checked below on every use, with the process's clock.
      const payload: unknown = await verify(token, key, {
        alg: 'HS256',
        typ: 'JWT',
        exp: false,
        iat: false,
        nbf: false,
      })
      return isClaims(payload) ? payload : undefined
    } catch {
      return undefined
    }
  }

  return {
    issue: (claims) => sign({ ...claims }, key, 'HS256'),
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

function isClaims(payload: unknown): payload is Claims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false
  const { sid, iat, exp } = payload as Partial<Record<keyof Claims, unknown>>
  return typeof sid === 'string' && sid !== '' && Number.isSafeInteger(iat) && Number.isSafeInteger(exp)
}

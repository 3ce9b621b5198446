import { sign, verify } from 'hono/jwt'

/** What a session token says: which session, and from when until when it may be believed, in seconds. */
export interface Claims {
  sid: string
  iat: number
  exp: number
}

export interface Tokens {
  issue(claims: Claims): Promise<string>
  /** The claims of a token that this installation signed and that holds at `now` (ms); `undefined` for everything else. */
  prove(token: string, now: number): Promise<Claims | undefined>
}

/** Proved tokens that are remembered, so that a signature is checked once and not with every request. */
const remembered = 10_000
/** Instances of one installation may have clocks that differ by so much. */
const clockSkewSeconds = 60
const longestToken = 1000

/** Signs and proves session tokens with a key made from the installation's secret. */
export function createTokens(secret: string): Tokens {
  const key = new Bun.CryptoHasher('sha256', secret).update('kontor session token').digest('hex')
  const proved = new Map<string, Claims>()

  async function check(token: string): Promise<Claims | undefined> {
    if (token.length > longestToken || !isCanonical(token)) return undefined
    try {
      // The times are checked below, by the clock of the program and on every use.
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
    prove: async (token, now) => {
      let claims = proved.get(token)
      if (!claims) {
        claims = await check(token)
        if (!claims) return undefined
        if (proved.size >= remembered) proved.delete(proved.keys().next().value ?? '')
        proved.set(token, claims)
      }
      const seconds = now / 1000
      return claims.exp > seconds && claims.iat <= seconds + clockSkewSeconds ? claims : undefined
    },
  }
}

/** Three parts, each the one way to write its bytes: base64url lets the last character vary. */
const isCanonical = (token: string): boolean => {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => part !== '' && encodedAgain(part) === part)
}

const encodedAgain = (part: string): string => Buffer.from(part, 'base64url').toString('base64url')

function isClaims(payload: unknown): payload is Claims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false
  const { sid, iat, exp } = payload as Partial<Record<keyof Claims, unknown>>
  return typeof sid === 'string' && sid !== '' && Number.isSafeInteger(iat) && Number.isSafeInteger(exp)
}

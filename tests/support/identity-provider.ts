import type { OidcSettings } from '#server/config/oidc.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'

/** The person that the provider logs in, with its claims about them. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

/** A real identity provider on this machine. */
export interface IdentityProvider {
  settings: OidcSettings
  /** Logs this person in without asking; null shows a page that asks. */
  person: Person | null
  /** Changes what the ID token claims, before it is signed. */
  changeClaims: (claims: Record<string, unknown>) => Record<string, unknown>
  /** Answers the request in place of the provider: returns whether it did. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Each request that it got: method and path. */
  requests: string[]
  close(): Promise<void>
}

interface Options {
  /** The origin of Kontor. */
  origin: string
  port?: number
  settings?: Partial<OidcSettings>
}

const client = { clientId: 'kontor', clientSecret: 'the secret of the client' }

/** Starts a provider that knows Kontor as a client. */
export async function startIdentityProvider({ origin, port, settings }: Options): Promise<IdentityProvider> {
  const usedPort = port ?? (await findFreePort())
  const issuer = `http://localhost:${usedPort}`
  const { privateKey, jwk } = await createKey()
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    ...configuration,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${origin}/oidc/callback`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    jwks: { keys: [jwk] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async (context) => {
      const { client: asking, session, provider: own, params } = context.oidc
      const grant = new own.Grant({ accountId: session?.accountId ?? '', clientId: asking?.clientId ?? '' })
      grant.addOIDCScope(String(params?.['scope']))
      await grant.save()
      return grant
    },
  })
  const idp: IdentityProvider = {
    settings: {
      issuer: `${issuer}/`,
      ...client,
      name: 'Okta',
      scope: 'openid email profile',
      provisioning: 'off',
      roleClaim: undefined,
      roles: [],
      ...settings,
    },
    person: null,
    changeClaims: (claims) => claims,
    intercept: () => false,
    requests: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path === '/token' && body?.id_token)
      context.body = { ...body, id_token: await sign(privateKey, idp.changeClaims(readClaims(body.id_token))) }
  })
  const handle = provider.callback()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer)
    idp.requests.push(`${request.method} ${url.pathname}`)
    if (idp.intercept(request, response)) return
    if (!url.pathname.startsWith('/interaction/')) return handle(request, response)
    const sub = url.searchParams.get('sub')
    const person = sub === null ? idp.person : { sub, email: `${sub}@qinghe.example`, email_verified: true, name: sub }
    if (person) {
      people.set(person.sub, person)
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    }
    if (url.searchParams.has('cancel'))
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Okta</title><link rel="icon" href="data:,">
      <h1>Okta</h1><a href="?sub=lin">Continue as Lin</a> <a href="?cancel=1">Cancel</a></html>`)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(usedPort, '127.0.0.1', resolve))
  return idp
}

const configuration: Configuration = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  conformIdTokenClaims: true,
  cookies: { keys: ['the cookies of the provider'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 600 },
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

async function createKey() {
  const { privateKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const { key_ops: _operations, ext: _isExtractable, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey)
  return { privateKey, jwk: { ...jwk, use: 'sig', kid: 'key', alg: 'RS256' } }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const readClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function sign(key: CryptoKey, claims: object): Promise<string> {
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'key' })}.${encode(claims)}`
  const signature = await crypto.subtle.sign(algorithm, key, Buffer.from(content))
  return `${content}.${Buffer.from(signature).toString('base64url')}`
}

/** Opens a URL of the provider like a browser that `cookies` belong to, follows its redirects and returns where it leaves the provider. */
export async function visitProvider(
  idp: IdentityProvider,
  url: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  const origin = new URL(idp.settings.issuer).origin
  let next = url
  for (let redirects = 0; redirects < 10; redirects += 1) {
    if (new URL(next).origin !== origin) return next
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const text of response.headers.getSetCookie()) {
      const { name, value } = Bun.Cookie.parse(text)
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${next}: ${response.status} ${await response.text()}`)
    next = new URL(location, next).href
  }
  throw new Error(`Too many redirects: ${next}`)
}

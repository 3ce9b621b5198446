import { cutText } from '#shared/cut-text.ts'
import type { OidcSettings } from '#server/config/oidc.ts'
import type { Kontor } from '#server/context.ts'
import { ProblemError, type ProblemName } from '#shared/problem.ts'
import { providerPaths } from '#shared/routes/provider-paths.ts'
import type { Configuration } from 'openid-client'

/** The identity provider of the installation (OpenID Connect, authorization code flow with PKCE). It is first called when somebody logs in with it. */

/** What a login at the provider must come back with. */
export interface LoginSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** A person at the provider. `issuer` and `subject` are who it is; everything else may change. */
export interface Identity {
  issuer: string
  /** At most 255 characters of ASCII. */
  subject: string
  /** How people recognize it: the email, or what the provider has instead. */
  label: string
}

/** The person that the provider has logged in, with its claims about them. */
export interface LoggedInIdentity extends Identity {
  name: string
  email: string | undefined
  /** `undefined` if the provider does not say. */
  isEmailVerified: boolean | undefined
  /** The values of the claim that decides the role. */
  roleValues: readonly string[]
}

const timeoutSeconds = 5
/** The metadata of the provider is read again after this time. */
const refreshMs = 3_600_000

const loadLibrary = () => import('openid-client')

/** The settings of the provider; throws `provider-not-configured`. */
export function requireOidc({ config: { oidc } }: Pick<Kontor, 'config'>): OidcSettings {
  if (!oidc) throw new ProblemError('provider-not-configured')
  return oidc
}

/** Where a browser logs in at the provider. With `isFresh` the provider must ask who it is, even if it knows. Throws `provider-unavailable`. */
export async function createLoginUrl(
  kontor: Kontor,
  isFresh: boolean,
): Promise<{ url: string; secrets: LoginSecrets }> {
  const client = await loadLibrary()
  const configuration = await configure(kontor)
  const codeVerifier = client.randomPKCECodeVerifier()
  const secrets = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: new URL(providerPaths.callback, kontor.config.origin).href,
    scope: requireOidc(kontor).scope,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state: secrets.state,
    nonce: secrets.nonce,
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, secrets }
}

/**
 * Exchanges what the browser came back with for the person. `maxAgeSeconds`: how long ago they may have proved to the provider who they are.
 * Throws one of the problems of the provider, and `login-expired` for a login that this browser did not begin.
 */
export async function verifyLogin(
  kontor: Kontor,
  search: string,
  { state, nonce, codeVerifier }: LoginSecrets,
  maxAgeSeconds?: number,
): Promise<LoggedInIdentity> {
  if (new URLSearchParams(search).get('state') !== state) throw new ProblemError('login-expired')
  const client = await loadLibrary()
  const configuration = await configure(kontor)
  try {
    const tokens = await client.authorizationCodeGrant(
      configuration,
      new URL(providerPaths.callback + search, kontor.config.origin),
      {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
        ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
      },
    )
    const claims = tokens.claims()
    if (!claims) throw new ProblemError('provider-answer-invalid')
    const hasUserInfo = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const userInfo = hasUserInfo
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : undefined
    return toIdentity(requireOidc(kontor), { ...userInfo, ...claims })
  } catch (error) {
    throw toProblemError(kontor, error)
  }
}

/** Where a browser logs out at the provider and comes back to the login page; `undefined` if the provider has no such page. */
export async function createLogoutUrl(kontor: Kontor): Promise<string | undefined> {
  const { buildEndSessionUrl } = await loadLibrary()
  const configuration = await configure(kontor)
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  return buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: new URL('/login', kontor.config.origin).href,
  }).href
}

const configurations = new WeakMap<OidcSettings, { configuration: Configuration; readAt: number }>()

/** The metadata of the provider. While it cannot be reached, the last known metadata is used. */
async function configure(kontor: Kontor): Promise<Configuration> {
  const settings = requireOidc(kontor)
  const known = configurations.get(settings)
  if (known && kontor.now() - known.readAt < refreshMs) return known.configuration
  try {
    const configuration = await discover(settings)
    configurations.set(settings, { configuration, readAt: kontor.now() })
    return configuration
  } catch (error) {
    if (known) return known.configuration
    throw toProblemError(kontor, error)
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await loadLibrary()
  const isInsecure = issuer.startsWith('http:')
  const discovered = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    timeout: timeoutSeconds,
    execute: isInsecure ? [client.allowInsecureRequests] : [],
  })
  const metadata = discovered.serverMetadata()
  // RFC 8414: basic authentication, unless the metadata of the provider names another method.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret)
  const configuration = new client.Configuration(metadata, clientId, undefined, authentication)
  configuration.timeout = timeoutSeconds
  if (isInsecure) client.allowInsecureRequests(configuration)
  // Checks the signature of ID tokens, too, not only the connection that they came through.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

function toIdentity({ issuer, roleClaim }: OidcSettings, claims: Record<string, unknown>): LoggedInIdentity {
  const text = (name: string): string | undefined => {
    const value = claims[name]
    const line =
      typeof value === 'string'
        ? value
            .toWellFormed()
            .replaceAll(/\p{Cc}+/gu, ' ')
            .trim()
        : ''
    return line === '' ? undefined : line
  }
  const subject = String(claims['sub'])
  if (!/^[\x20-\x7e]{1,255}$/.test(subject)) throw new ProblemError('provider-answer-invalid')
  const email = text('email')
  const label = cutText(email ?? text('preferred_username') ?? subject, maxLabelLength)
  const roles = roleClaim === undefined ? [] : claims[roleClaim]
  return {
    issuer,
    subject,
    label,
    name: cutText(text('name') ?? label, maxNameLength),
    email,
    isEmailVerified: typeof claims['email_verified'] === 'boolean' ? claims['email_verified'] : undefined,
    roleValues: (Array.isArray(roles) ? roles : [roles]).filter((value) => typeof value === 'string'),
  }
}

const maxLabelLength = 254
const maxNameLength = 80

/** Errors of the library that mean that the answer is not what this browser asked the provider for. */
const verificationErrors = /^OAUTH_(INVALID_RESPONSE|JWT_|JSON_ATTRIBUTE_COMPARISON|KEY_SELECTION|UNSUPPORTED)/

/** The error for the user. The log has more detail, but no secrets: the message of an error may contain parts of a token. */
function toProblemError(kontor: Kontor, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const { name, code = '', error: answer = '', cause } = error as Error & { code?: string; error?: string }
  const problem = chooseProblem(String(code), String(answer))
  const issuer = readOtherIssuer(cause)
  kontor.log.warn('login at identity provider failed', {
    problem,
    name,
    code,
    answer: String(answer).slice(0, 100),
    ...(issuer !== undefined && { issuer }),
  })
  return new ProblemError(problem, { provider: requireOidc(kontor).name })
}

/** What the provider calls itself, if that is not the issuer in the settings. */
function readOtherIssuer(cause: unknown): string | undefined {
  const { attribute, body } = (cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } }
  return attribute === 'issuer' ? String(body?.issuer).slice(0, 200) : undefined
}

function chooseProblem(code: string, answer: string): ProblemName {
  if (['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch', 'invalid_scope'].includes(answer))
    return 'provider-not-configured'
  if (['server_error', 'temporarily_unavailable'].includes(answer)) return 'provider-unavailable'
  // With status 401 the provider has not accepted our secret.
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'provider-not-configured'
  if (answer === 'access_denied') return 'provider-login-canceled'
  if (answer !== '') return 'provider-login-failed'
  return verificationErrors.test(code) ? 'provider-answer-invalid' : 'provider-unavailable'
}

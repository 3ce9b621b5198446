import { ConfigError } from '#server/config/config-error.ts'
import type { Setting } from '#server/config/settings.ts'
import { builtInRoles } from '#shared/permissions.ts'

/** The identity provider (OpenID Connect) that users can log in with. */
export interface OidcSettings {
  /** As a URL, which discovery compares with what the provider calls itself. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name on pages: "Log in with …". */
  name: string
  /** What is asked for, separated by spaces. */
  scope: string
  /** Who gets an account with the first login: no one, everyone, or people whose verified email is at one of these domains. */
  provisioning: 'off' | 'on' | readonly string[]
  /** The claim that decides the role of a new account; `undefined` if none does. */
  roleClaim: string | undefined
  /** The role for each value of that claim, the most important first; `*` for any other value. */
  roles: readonly (readonly [value: string, role: string])[]
}

type Read = (name: Setting) => string | undefined

const optional = [
  'KONTOR_OIDC_CLIENT_ID',
  'KONTOR_OIDC_CLIENT_SECRET',
  'KONTOR_OIDC_NAME',
  'KONTOR_OIDC_SCOPE',
  'KONTOR_OIDC_PROVISIONING',
  'KONTOR_OIDC_ROLE_CLAIM',
  'KONTOR_OIDC_ROLES',
] as const satisfies Setting[]

/** The identity provider; `undefined` without an issuer. */
export function parseOidcSettings(read: Read): OidcSettings | undefined {
  const text = read('KONTOR_OIDC_ISSUER')
  if (text === undefined) {
    const given = optional.find((name) => read(name) !== undefined)
    if (given) throw new ConfigError(`${given} is set without KONTOR_OIDC_ISSUER, the identity provider.`)
    return undefined
  }
  const issuer = parseIssuer(text)
  const roles = parseRoles(read('KONTOR_OIDC_ROLES') ?? '')
  const roleClaim = read('KONTOR_OIDC_ROLE_CLAIM')
  if ((roleClaim === undefined) !== roles.every(([value]) => value === '*'))
    throw new ConfigError('KONTOR_OIDC_ROLE_CLAIM and KONTOR_OIDC_ROLES must be set together.')
  return {
    issuer: issuer.href,
    clientId: requireSetting(read, 'KONTOR_OIDC_CLIENT_ID'),
    clientSecret: requireSetting(read, 'KONTOR_OIDC_CLIENT_SECRET'),
    name: read('KONTOR_OIDC_NAME') ?? issuer.hostname,
    scope: parseScope(read('KONTOR_OIDC_SCOPE') ?? 'openid email profile'),
    provisioning: parseProvisioning(read('KONTOR_OIDC_PROVISIONING') ?? 'off'),
    roleClaim,
    roles,
  }
}

function requireSetting(read: Read, name: Setting): string {
  const value = read(name)
  if (value === undefined) throw new ConfigError(`${name} is required with KONTOR_OIDC_ISSUER.`)
  return value
}

/** Plain HTTP is only possible to this machine, for trying it out. */
function parseIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || !(url.protocol === 'https:' || isLocal) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError('KONTOR_OIDC_ISSUER must be an https URL, like https://login.example.com.')
  if (url.pathname.includes('/.well-known/'))
    throw new ConfigError('KONTOR_OIDC_ISSUER must be the issuer alone, without /.well-known/openid-configuration.')
  return url
}

function parseScope(text: string): string {
  if (!text.split(/\s+/).includes('openid')) throw new ConfigError('KONTOR_OIDC_SCOPE must contain openid.')
  return text
}

function parseProvisioning(text: string): OidcSettings['provisioning'] {
  if (text === 'off' || text === 'on') return text
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase())
  if (!domains.every((domain) => /^[^\s@.]+(\.[^\s@.]+)+$/u.test(domain)))
    throw new ConfigError('KONTOR_OIDC_PROVISIONING must be off, on, or domains of email addresses like example.com.')
  return domains
}

/** `staff=operations, accounting=finance, *=viewer`; the roles are built-in ones, or the ids of the company's own. */
function parseRoles(text: string): OidcSettings['roles'] {
  const entries = text.split(',').filter((entry) => entry.trim() !== '')
  return entries.map((entry) => {
    const at = entry.lastIndexOf('=')
    const [value, role] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()]
    const isRole = builtInRoles.some((each) => each === role) || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(role)
    if (value === '' || !isRole || role === 'owner')
      throw new ConfigError(
        'KONTOR_OIDC_ROLES must be like "accounting=finance, *=viewer", with a role other than owner, or the id of a custom role.',
      )
    return [value, role]
  })
}

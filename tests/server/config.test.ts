import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'

const secret = '6f1d0c9ae2b84735a0d94c17f85b3e62'

describe('the configuration', () => {
  test('defaults to localhost and SQLite in ./data', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataFolder: resolve('./data'),
      databaseUrl: '',
      secret: undefined,
      registration: 'approval',
      timeZone: undefined,
      currency: undefined,
      trustedProxies: [],
      logLevel: 'info',
    })
    expect(config.origin.origin).toBe('http://localhost:3000')
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('takes every setting', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      KONTOR_ORIGIN: 'https://kontor.example.com',
      KONTOR_DATA: '/srv/kontor',
      DATABASE_URL: 'postgres://kontor@db/kontor',
      KONTOR_SECRET: secret,
      KONTOR_PREVIOUS_SECRET: 'b1946ac92492d2347c6235b4d2611184',
      KONTOR_REGISTRATION: 'closed',
      KONTOR_TIMEZONE: 'America/New_York',
      KONTOR_CURRENCY: 'USD',
      KONTOR_TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,::1',
      KONTOR_REFUND_LIMIT: '499.90',
      KONTOR_WEBHOOK_NETWORKS: '10.1.0.0/16',
      KONTOR_METRICS_TOKEN: 'a token of metrics',
      KONTOR_PASSWORD_CHECK_URL: 'https://api.pwnedpasswords.com/range/',
      KONTOR_TOKEN_REQUESTS_PER_MINUTE: '60',
      KONTOR_SMTP_URL: 'smtps://shop%40example.com:a%2Fb@mail.example.com',
      KONTOR_MAIL_FROM: 'Shop <shop@example.com>',
      KONTOR_OIDC_ISSUER: 'https://login.example.com',
      KONTOR_OIDC_CLIENT_ID: 'kontor',
      KONTOR_OIDC_CLIENT_SECRET: 'the secret of the client',
      KONTOR_OIDC_NAME: 'Okta',
      KONTOR_OIDC_SCOPE: 'openid email groups',
      KONTOR_OIDC_PROVISIONING: 'Example.com, example.org',
      KONTOR_OIDC_ROLE_CLAIM: 'groups',
      KONTOR_OIDC_ROLES: 'accounting=finance, a=b=admin, *=viewer',
      KONTOR_BACKUP_DIR: '/backup',
      KONTOR_BACKUP_EVERY: '6h',
      KONTOR_BACKUP_KEEP: '3',
      KONTOR_AUDIT_RETENTION: '400d',
      LOG_LEVEL: 'debug',
    })
    expect({ ...config, origin: config.origin.href }).toEqual({
      host: '0.0.0.0',
      port: 8080,
      origin: 'https://kontor.example.com/',
      dataFolder: '/srv/kontor',
      databaseUrl: 'postgres://kontor@db/kontor',
      secret,
      previousSecret: 'b1946ac92492d2347c6235b4d2611184',
      registration: 'closed',
      timeZone: 'America/New_York',
      currency: 'USD',
      trustedProxies: ['10.0.0.1', '192.168.0.0/16', '::1'],
      webhookNetworks: ['10.1.0.0/16'],
      refundLimit: '499.90',
      passwordCheckUrl: 'https://api.pwnedpasswords.com/range',
      tokenRequestsPerMinute: 60,
      metricsToken: 'a token of metrics',
      mail: {
        host: 'mail.example.com',
        port: 465,
        tls: 'implicit',
        login: { user: 'shop@example.com', password: 'a/b' },
        from: 'Shop <shop@example.com>',
      },
      oidc: {
        issuer: 'https://login.example.com/',
        clientId: 'kontor',
        clientSecret: 'the secret of the client',
        name: 'Okta',
        scope: 'openid email groups',
        provisioning: ['example.com', 'example.org'],
        roleClaim: 'groups',
        roles: [
          ['accounting', 'finance'],
          ['a=b', 'admin'],
          ['*', 'viewer'],
        ],
      },
      backups: { folder: '/backup', everyMs: 6 * 3_600_000, keep: 3 },
      auditRetentionMs: 400 * 86_400_000,
      logLevel: 'debug',
    })
  })

  test('derives the origin from the port, and treats an empty value as unset', () => {
    expect(readConfig({ PORT: '4000', KONTOR_ORIGIN: ' ' }).origin.origin).toBe('http://localhost:4000')
  })

  const wrong: [Record<string, string>, string][] = [
    [{ PORT: '0' }, 'PORT must be'],
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '3000x' }, 'PORT must be'],
    [{ PORT: '1e3' }, 'PORT must be'],
    [{ KONTOR_ORIGIN: 'kontor.example.com' }, 'KONTOR_ORIGIN must be'],
    [{ KONTOR_ORIGIN: 'https://kontor.example.com/path' }, 'KONTOR_ORIGIN must be'],
    [{ KONTOR_ORIGIN: 'https://user:word@kontor.example.com' }, 'KONTOR_ORIGIN must be'],
    [{ KONTOR_ORIGIN: 'ftp://kontor.example.com' }, 'KONTOR_ORIGIN must be'],
    [{ DATABASE_URL: 'mysql://db/kontor' }, 'DATABASE_URL must be'],
    [{ DATABASE_URL: 'postgres://db/kontor' }, 'KONTOR_SECRET must be set'],
    [{ DATABASE_URL: 'postgres://kontor:50%off@db/kontor' }, 'DATABASE_URL must percent-encode'],
    [{ DATABASE_URL: 'postgres://db/%00' }, 'DATABASE_URL must percent-encode'],
    [{ DATABASE_URL: 'postgres://db/kontor?sslmode=on' }, 'The sslmode of DATABASE_URL must be one of disable, allow'],
    [{ KONTOR_SECRET: 'x'.repeat(31) }, 'KONTOR_SECRET must have at least 32'],
    [{ KONTOR_REGISTRATION: 'yes' }, 'KONTOR_REGISTRATION must be one of approval, closed, open'],
    [{ KONTOR_TIMEZONE: 'Mars/Olympus' }, 'KONTOR_TIMEZONE must be'],
    [{ KONTOR_CURRENCY: 'cny' }, 'KONTOR_CURRENCY must be'],
    [{ KONTOR_CURRENCY: 'XXX' }, 'KONTOR_CURRENCY must be'],
    [{ KONTOR_TRUSTED_PROXIES: '10.0.0.0/33' }, 'KONTOR_TRUSTED_PROXIES must list'],
    [{ KONTOR_TRUSTED_PROXIES: 'proxy.example.com' }, 'KONTOR_TRUSTED_PROXIES must list'],
    [{ KONTOR_REFUND_LIMIT: '5,00' }, 'KONTOR_REFUND_LIMIT must be an amount'],
    [{ KONTOR_PASSWORD_CHECK_URL: 'http://example.com/range' }, 'KONTOR_PASSWORD_CHECK_URL must be like'],
    [{ KONTOR_PASSWORD_CHECK_URL: 'https://user:secret@example.com/range' }, 'KONTOR_PASSWORD_CHECK_URL must be like'],
    [{ KONTOR_TOKEN_REQUESTS_PER_MINUTE: '0' }, 'KONTOR_TOKEN_REQUESTS_PER_MINUTE must be a whole number'],
    [{ KONTOR_METRICS_TOKEN: 'short' }, 'KONTOR_METRICS_TOKEN must have'],
    [{ KONTOR_BACKUP_EVERY: '1d' }, 'KONTOR_BACKUP_EVERY is set without KONTOR_BACKUP_DIR'],
    [{ KONTOR_BACKUP_KEEP: '3' }, 'KONTOR_BACKUP_KEEP is set without KONTOR_BACKUP_DIR'],
    ...['0h', '1w', '1.5h', 'daily', '99999d'].map((text): [Record<string, string>, string] => [
      { KONTOR_BACKUP_DIR: '/backup', KONTOR_BACKUP_EVERY: text },
      'KONTOR_BACKUP_EVERY must be',
    ]),
    [{ KONTOR_BACKUP_DIR: '/backup', KONTOR_BACKUP_KEEP: '0' }, 'KONTOR_BACKUP_KEEP must be'],
    ...['89d', '400', '1y', '-1d'].map((text): [Record<string, string>, string] => [
      { KONTOR_AUDIT_RETENTION: text },
      'KONTOR_AUDIT_RETENTION must be',
    ]),
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of'],
    [{ KONTOR_ORIGN: 'https://kontor.example.com' }, 'Unknown setting KONTOR_ORIGN. Did you mean KONTOR_ORIGIN?'],
    [{ KONTOR_PORT: '8080' }, 'Unknown setting KONTOR_PORT. Did you mean PORT?'],
    [{ KONTOR_DATABASE_URL: 'postgres://localhost/kontor' }, 'Did you mean DATABASE_URL?'],
    [{ KONTOR_OIDC_CLIENT_ID: 'kontor' }, 'KONTOR_OIDC_CLIENT_ID is set without KONTOR_OIDC_ISSUER'],
    [{ KONTOR_OIDC_ISSUER: 'https://id.example.com' }, 'KONTOR_OIDC_CLIENT_ID is required'],
    ...[
      { KONTOR_OIDC_ISSUER: 'http://id.example.com' },
      { KONTOR_OIDC_ISSUER: 'https://user:secret@id.example.com' },
      { KONTOR_OIDC_ISSUER: 'https://id.example.com/.well-known/openid-configuration' },
      { KONTOR_OIDC_SCOPE: 'email' },
      { KONTOR_OIDC_PROVISIONING: 'yes' },
      { KONTOR_OIDC_PROVISIONING: 'example.com,@' },
      { KONTOR_OIDC_ROLE_CLAIM: 'groups' },
      { KONTOR_OIDC_ROLES: 'books=finance' },
      { KONTOR_OIDC_ROLE_CLAIM: 'groups', KONTOR_OIDC_ROLES: 'books=owner' },
      { KONTOR_OIDC_ROLE_CLAIM: 'groups', KONTOR_OIDC_ROLES: 'books=boss' },
      { KONTOR_OIDC_ROLE_CLAIM: 'groups', KONTOR_OIDC_ROLES: 'finance' },
    ].map((settings): [Record<string, string>, string] => [
      {
        KONTOR_OIDC_ISSUER: 'https://id.example.com',
        KONTOR_OIDC_CLIENT_ID: 'kontor',
        KONTOR_OIDC_CLIENT_SECRET: 'secret',
        ...settings,
      },
      Object.keys(settings).at(-1) ?? '',
    ]),
  ]
  test.each(wrong)('rejects %j with one sentence that names the variable', (environment, sentence) => {
    const read = (): unknown => readConfig(environment)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  })

  const weakSecrets = [
    'a'.repeat(64),
    'a'.repeat(100_000),
    '01'.repeat(40),
    'abcdefghijklmnopqrstuvwxyz123456',
    '0123456789abcdef0123456789abcdef',
    'qwertyuiopasdfghjklzxcvbnm123456',
    'passwordpasswordpasswordpassword',
    'change-me-please-change-me-please',
    'my-super-secret-key-for-kontor-2026',
    'ThisIsMySuperSecretKeyForKontor2026!',
    'correct horse battery staple paper',
    'Kontor-Backoffice-Production-Secret-Key-1234',
    '2026-11-23T12:00:00Z-kontor-production-secret',
    '密码'.repeat(20),
  ]
  test.each(weakSecrets)('rejects a secret that is easy to guess: %s', (weak) => {
    const read = (): unknown => readConfig({ KONTOR_SECRET: weak })
    expect(read).toThrow('KONTOR_SECRET is too easy to guess')
    expect(read).toThrow('openssl rand -hex 32')
    expect(read).not.toThrow(weak)
  })

  const [digits, letters] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz']
  test.each([
    ['hexadecimal digits', `${digits}abcdef`],
    ['base32', `${letters.toUpperCase()}234567`],
    ['base64', `${letters}${letters.toUpperCase()}${digits}+/`],
    ['letters and digits', letters + digits],
  ])('accepts secrets of random characters: %s', (_kind, alphabet) => {
    for (let time = 0; time < 100; time++) {
      const random = [...crypto.getRandomValues(new Uint32Array(40))].map(
        (number) => alphabet[number % alphabet.length],
      )
      expect(() => readConfig({ KONTOR_SECRET: random.join('') })).not.toThrow()
    }
  })

  test('never includes a secret in an error', () => {
    const addresses = [
      'mysql://u:hush-hush@db/x',
      'postgres://u:hush-hush%@db/x',
      'postgres://u:hush-hush@db/x?sslmode=on',
    ]
    for (const environment of [{ KONTOR_SECRET: 'hush-hush' }, ...addresses.map((url) => ({ DATABASE_URL: url }))]) {
      expect(() => readConfig(environment)).toThrow()
      expect(() => readConfig(environment)).not.toThrow('hush-hush')
    }
  })
})

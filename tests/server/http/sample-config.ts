import type { Config } from '#server/config.ts'

/** The settings that the samples of the endpoints need. No mail is sent, and nothing listens on these ports. */
export const sampleConfig: Pick<Config, 'mail' | 'oidc'> = {
  mail: { host: '127.0.0.1', port: 1, tls: 'optional', login: undefined, from: 'kontor@shop.example' },
  oidc: {
    issuer: 'http://localhost:1/',
    clientId: 'kontor',
    clientSecret: 'the secret of the client',
    name: 'Okta',
    scope: 'openid email profile',
    provisioning: 'off',
    roleClaim: undefined,
    roles: [],
  },
}

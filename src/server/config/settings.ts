/** All settings, with their description for `--help`. */
export const settings = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port to listen on (3000)',
  KONTOR_ORIGIN: 'public URL (http://localhost:PORT)',
  KONTOR_DATA: 'data folder (./data)',
  DATABASE_URL: 'PostgreSQL URL, postgres://… (SQLite in the data folder)',
  KONTOR_SECRET:
    'signs sessions, at least 32 random characters; required with PostgreSQL (generated and kept in the data folder)',
  KONTOR_PREVIOUS_SECRET: 'the previous secret, still accepted for existing sessions and devices (none)',
  KONTOR_REGISTRATION: 'who can register: approval, closed or open (approval)',
  KONTOR_TIMEZONE: "time zone of the books, used at the first start only (the machine's)",
  KONTOR_CURRENCY: 'base currency of the books, used at the first start only (CNY)',
  KONTOR_REFUND_LIMIT: 'refunds above this amount, in the base currency, need a second person in every role (none)',
  KONTOR_TRUSTED_PROXIES: 'comma-separated addresses and networks whose X-Forwarded-For is trusted (none)',
  KONTOR_WEBHOOK_NETWORKS:
    'comma-separated private addresses and networks that webhooks may be sent to, also over http (none)',
  KONTOR_METRICS_TOKEN:
    'at least 16 characters; allows /metrics from other machines with "Authorization: Bearer …" (none)',
  KONTOR_PASSWORD_CHECK_URL:
    'service that checks passwords against data breaches, such as https://api.pwnedpasswords.com/range; receives five characters of a hash (none)',
  KONTOR_TOKEN_REQUESTS_PER_MINUTE: 'requests per minute that each API token may send to this server (600)',
  KONTOR_SMTP_URL:
    'SMTP server for mail, smtps://user:password@host or smtp://… with STARTTLS; ?tls=optional allows plain text (no mail)',
  KONTOR_MAIL_FROM: 'sender of mail, an address or Name <address> (kontor@ and the host of KONTOR_ORIGIN)',
  KONTOR_OIDC_ISSUER: 'identity provider (OpenID Connect) to log in with, an https URL (none)',
  KONTOR_OIDC_CLIENT_ID: 'the id of Kontor at the identity provider',
  KONTOR_OIDC_CLIENT_SECRET: 'the secret of Kontor at the identity provider',
  KONTOR_OIDC_NAME: "name of the identity provider on the login page (the issuer's host)",
  KONTOR_OIDC_SCOPE: 'scopes requested from the identity provider (openid email profile)',
  KONTOR_OIDC_PROVISIONING:
    'who gets an account with the first login: off, on, or comma-separated domains of verified emails (off)',
  KONTOR_OIDC_ROLE_CLAIM: 'the claim of the identity provider that decides the role of a new account (none)',
  KONTOR_OIDC_ROLES:
    'roles for its values, like "accounting=finance, *=viewer"; without one, the account waits for approval (none)',
  KONTOR_BACKUP_DIR: 'folder for scheduled backups (none)',
  KONTOR_BACKUP_EVERY: 'interval of scheduled backups in minutes, hours or days, like 30m, 6h or 1d (1d)',
  KONTOR_BACKUP_KEEP: 'number of scheduled backups to keep (14)',
  KONTOR_AUDIT_RETENTION:
    'how long the audit log keeps logins, denied actions, exports and views of personal data, at least 90 days, such as 400d (forever)',
  LOG_LEVEL: 'debug, info, warn or error (info)',
} as const
export type Setting = keyof typeof settings

import { ConfigError } from '#server/config/config-error.ts'

/** The URL of a service for passwords known from data breaches, without a slash at the end. */
export function parsePasswordCheckUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError('KONTOR_PASSWORD_CHECK_URL must be like https://api.pwnedpasswords.com/range.')
  return url.href.replace(/\/+$/, '')
}

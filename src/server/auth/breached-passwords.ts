import type { Kontor } from '#server/context.ts'

const timeoutMs = 1500
/** Answers have about 40 KB. */
const maxBytes = 1_000_000

/**
 * Whether a password is known from a data breach, as far as the service of `KONTOR_PASSWORD_CHECK_URL` knows: false without the setting, and
 * when the service does not answer in time. It gets the first five characters of the SHA-1 and answers with the rest of every hash that begins
 * with them (k-anonymity), padded so that the size of the answer does not tell which.
 */
export async function isBreachedPassword({ config, log }: Pick<Kontor, 'config' | 'log'>, password: string) {
  const { passwordCheckUrl } = config
  if (passwordCheckUrl === undefined) return false
  const hash = new Bun.CryptoHasher('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  try {
    const answer = await readRange(`${passwordCheckUrl}/${hash.slice(0, 5)}`)
    return answer.split(/\r?\n/).some((line) => hasBeenSeen(line, hash.slice(5)))
  } catch (error) {
    // The message of an error may contain the URL, and so a part of the hash.
    log.warn('password check failed', { error: error instanceof UnusableAnswer ? error.message : nameOf(error) })
    return false
  }
}

/** A line is the rest of a hash and how often it was seen; 0 is padding. */
function hasBeenSeen(line: string, rest: string): boolean {
  const [listed, count] = line.split(':')
  return listed?.toUpperCase() === rest && Number(count) > 0
}

async function readRange(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { 'add-padding': 'true', 'user-agent': 'Kontor' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new UnusableAnswer(`status ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxBytes) throw new UnusableAnswer('too long')
  }
  return text
}

class UnusableAnswer extends Error {}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

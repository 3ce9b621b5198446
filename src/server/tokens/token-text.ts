const prefix = 'kontor_'
const randomLength = 36
const checksumLength = 6
const shownLength = prefix.length + 6
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new API token: `kontor_`, 36 random characters (214 bits), and a checksum of 6, by which secret scanners recognize it. */
export function createTokenText(): string {
  const text = prefix + createRandomText()
  return text + checksumOf(text)
}

/** Whether a text has the form and the checksum of an API token. */
export const isTokenText = (text: string): boolean =>
  /^kontor_[0-9A-Za-z]{42}$/.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** What is stored of a token: SHA-256 in hex. */
export const hashTokenText = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** The beginning of a token, by which its owner recognizes it in a list. */
export const shownPartOf = (text: string): string => text.slice(0, shownLength)

function createRandomText(): string {
  let text = ''
  while (text.length < randomLength)
    for (const byte of crypto.getRandomValues(new Uint8Array(randomLength)))
      // Bytes above the last multiple of 62 would make some characters more likely.
      if (byte < 248 && text.length < randomLength) text += digits[byte % digits.length]
  return text
}

/** CRC-32 in base 62. */
function checksumOf(text: string): string {
  let rest = Bun.hash.crc32(text)
  let checksum = ''
  for (let position = 0; position < checksumLength; position++) {
    checksum = digits[rest % digits.length] + checksum
    rest = Math.floor(rest / digits.length)
  }
  return checksum
}

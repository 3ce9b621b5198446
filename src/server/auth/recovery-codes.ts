/** Codes that replace a second factor that was lost, each once. */

const recoveryCodeCount = 10
/** Without similar letters and digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** Ten new codes like `k7mq-2xwd-9htp-c4vn`: 79 random bits each, more than can be guessed from their hash. */
export const createRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, createCode)

function createCode(): string {
  const characters = Array.from({ length: groups * groupLength }, pickCharacter).join('')
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

/** Every character is equally likely: bytes beyond the last multiple of the alphabet's length are drawn again. */
function pickCharacter(): string {
  const limit = 256 - (256 % alphabet.length)
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return alphabet.charAt(byte % alphabet.length)
  }
}

/** What is stored of a code. Codes have too many bits for a dictionary, so a fast hash without salt is enough. */
export const hashRecoveryCode = (code: string): string =>
  new Bun.CryptoHasher('sha256').update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')).digest('hex')

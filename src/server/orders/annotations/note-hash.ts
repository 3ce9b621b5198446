/** The SHA-256 hash of a note's text that events store. Without the salt, which is deleted with the note, it reveals nothing about the text. */
export const hashNote = ({ salt, body }: { salt: string; body: string }): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([salt, body])).digest('hex')

/** The SHA-256 hash by which events remember the text of a note. Without the salt, which is deleted with the note, it says nothing of the text. */
export const hashNote = ({ salt, body }: { salt: string; body: string }): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([salt, body])).digest('hex')

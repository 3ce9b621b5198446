/** The SHA-256 hash by which events remember the text of a note. The id keeps equal texts from having equal hashes. */
export const hashNote = ({ id, body }: { id: string; body: string }): string =>
  new Bun.CryptoHasher('sha256').update(`${id}\n${body}`).digest('hex')

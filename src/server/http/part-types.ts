/** How far into a body the heads of its parts are looked for; a file's head stands before the file. */
const listenedBytes = 64 * 1024

/**
 * Hears what the parts of a multipart body say of their own type as they pass: Bun's `FormData` types a file by its name and forgets
 * the encoding that it claims.
 */
export class PartTypes {
  readonly #boundary: string
  #heard = ''

  /** `contentType` is that of the whole body. */
  constructor(contentType: string) {
    this.#boundary = /;\s*boundary="?([^";]+)"?/i.exec(contentType)?.[1] ?? ''
  }

  /** Passes everything on as it is. */
  listener(): TransformStream<Uint8Array, Uint8Array> {
    return new TransformStream({
      transform: (chunk, controller) => {
        if (this.#heard.length < listenedBytes)
          this.#heard += Buffer.from(chunk.subarray(0, listenedBytes - this.#heard.length)).toString('latin1')
        controller.enqueue(chunk)
      },
    })
  }

  /** The file with the type that its part claims, if it claims an encoding. */
  claimed(name: string, file: File): File {
    const type = this.#headsOf(name)
      .map((head) => /^content-type:\s*(.+)$/im.exec(head)?.[1]?.trim() ?? '')
      .find((claim) => /;\s*charset=/i.test(claim))
    return type === undefined ? file : new File([file], file.name, { type })
  }

  #headsOf(name: string): string[] {
    if (this.#boundary === '') return []
    const heads = this.#heard.split(`--${this.#boundary}\r\n`).map((part) => part.split('\r\n\r\n', 1)[0] ?? '')
    return heads.filter((head) => /^content-disposition:.*;\s*name="([^"]*)"/im.exec(head)?.[1] === name)
  }
}

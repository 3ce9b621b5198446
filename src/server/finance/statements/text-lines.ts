import type { TextChunk } from '#server/imports/encoding.ts'

/** A line of a text file without its end; `line` counts from 1. */
export interface TextLine {
  text: string
  line: number
}

/** More characters than a line of any statement has. */
const maxLineLength = 64 * 1024

/** The lines of a text, ended by CRLF, LF or CR; of a line that is too long, its parts. */
export async function* readLines(chunks: AsyncIterable<TextChunk>): AsyncGenerator<TextLine> {
  let rest = ''
  let line = 0
  for await (const { text } of chunks) {
    const parts = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    for (const part of parts) yield { text: part, line: ++line }
    if (rest.length > maxLineLength) {
      yield { text: rest, line: ++line }
      rest = ''
    }
  }
  for (const part of rest.split('\r')) yield { text: part, line: ++line }
}

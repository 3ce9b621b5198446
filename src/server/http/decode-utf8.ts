import { ProblemError } from '#shared/problem.ts'

/** The text of a body; throws `malformed-body` for bytes that are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ProblemError('malformed-body')
  }
}

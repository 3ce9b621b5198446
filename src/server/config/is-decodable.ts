/** Whether this part of a URL is percent-encoded correctly. */
export function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** A page that does not exist, or that rejects its query. */
export class PageError extends Error {
  readonly kind: 'missing' | 'rejected'
  /** The path, decoded if possible, and the unchanged query. */
  readonly url: string

  constructor(kind: 'missing' | 'rejected', path: string, search: string) {
    super(kind)
    this.kind = kind
    this.url = decodePath(path) + search
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A page that is not there: no route leads to it, or it rejects its query. */
export class PageError extends Error {
  readonly kind: 'missing' | 'rejected'
  /** The path, decoded where it can be, and the query as it came. */
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

/** Words of the error pages. The two titles are exact in English; see `ErrorView`. */
export const errors = {
  notFound: 'Page Not Found',
  notFoundText: (path: string) => `Page not found: ${path}`,
  generic: 'Internal Server Error',
  genericText:
    'Nothing was saved by this request. Try again; if it happens again, send the request id to whoever runs Kontor for you.',
  crashText: 'This page stopped working in your browser. What was saved before is safe. Load it again.',
  chunkText: 'A part of this page did not load. Check the connection, then try again.',
  requestId: 'Request id',
  copyRequestId: 'Copy request id',
  home: 'Back to home',
}

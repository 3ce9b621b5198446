/** Texts of the error pages. The two English titles are part of the product's contract. */
export const errors = {
  notFound: 'Page Not Found',
  notFoundText: (path: string) => `Page not found: ${path}`,
  invalidQueryText: (path: string) => `Page Not Found: ${path}`,
  generic: 'Internal Server Error',
  genericText:
    'Nothing was saved. Try again. If the problem continues, send the request ID to your system administrator.',
  crashText: 'This page stopped working. Everything you saved before is safe. Reload the page to continue.',
  chunkText: 'Part of this page could not be loaded. Check your connection, then try again.',
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
  home: 'Back to home',
  /** Before and after the links of what may be meant. */
  didYouMean: ['Did you mean ', '?'],
  order: (number: string) => `order ${number}`,
  search: 'Search',
  searchLabel: 'Search orders',
  searchPlaceholder: 'Number, name, email…',
}

/** A call of an endpoint as `scripts/api-examples.ts` has recorded it. */
export interface ApiExample {
  /** Those of the path and the query. */
  parameters: Record<string, unknown>
  /** Missing for endpoints without a body, and for files. */
  body?: unknown
  /** Missing for answers that are no JSON. */
  answer?: unknown
}

/** Read with the first description, because it takes time that starting should not. */
export const loadExamples = async (): Promise<Record<string, ApiExample>> =>
  (await import('#server/openapi/examples.json')).default as unknown as Record<string, ApiExample>

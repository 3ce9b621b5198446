import type { UnknownValue } from '#shared/list/unknown-values.ts'
import type { FieldError } from '#shared/problem.ts'

/**
 * A search that could not be understood, in the language of the user: its text, and each error with its place in it, where positions count
 * from 0.
 */
export interface SearchError {
  title: string
  text: string
  errors: { message: string; start: number; end: number }[]
  /** Values that are parameters of the query, and in the text before its words. */
  unknown: UnknownValue[]
}

/** What is wrong with the query of a list; if there is anything, it has no rows. */
export interface QueryErrors {
  /** Of the fields of the filter menu. */
  queryErrors: FieldError[]
  searchError: SearchError | null
}

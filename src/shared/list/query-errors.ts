import type { FieldError } from '#shared/problem.ts'

/** A search that could not be understood, in the language of the user: each error with its place in the text, where positions count from 0. */
export interface SearchError {
  title: string
  errors: { message: string; start: number; end: number }[]
}

/** What is wrong with the query of a list; if there is anything, it has no rows. */
export interface QueryErrors {
  /** Of the fields of the filter menu. */
  queryErrors: FieldError[]
  searchError: SearchError | null
}

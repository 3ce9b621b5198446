import type { FieldError } from '#shared/problem.ts'

/** What is wrong with the search of a list, in the language of the user, and where: positions count from 0. */
export interface SearchError {
  message: string
  start: number
  end: number
}

/** What is wrong with the query of a list; if there is anything, it has no rows. */
export interface QueryErrors {
  /** Of the fields of the filter menu. */
  queryErrors: FieldError[]
  searchError: SearchError | null
}

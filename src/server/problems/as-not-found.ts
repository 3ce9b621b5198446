import { ProblemError } from '#shared/problem.ts'

/** For loaders of tabs: a query that is not valid, such as a cursor of another list, means that the page does not exist. */
export function asNotFound(error: unknown): never {
  throw error instanceof ProblemError && error.problem === 'invalid-input' ? new ProblemError('not-found') : error
}

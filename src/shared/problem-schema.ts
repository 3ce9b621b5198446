import { editConflict } from '#shared/orders/merge-edits.ts'
import { orderTable } from '#shared/orders/order-mapping.ts'
import { type ProblemName, problemNames } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** An invalid field: `pointer` is a JSON pointer (`/email`) into the body, or into the path, query or headers given by `in`. */
export const fieldProblem = z.object({
  in: z.exactOptional(z.enum(['path', 'query', 'header'])),
  pointer: z.string(),
  detail: z.string(),
})

const comparedValue = z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])))

/** The body of an `application/problem+json` response. */
export const problem = z.object({
  type: z.enum(problemNames.map((name): `/problems/${ProblemName}` => `/problems/${name}`)),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.exactOptional(z.array(fieldProblem)),
  /** With `changed-meanwhile` of an edit: the fields that the edit and a concurrent change set differently. */
  conflicts: z.exactOptional(z.array(editConflict)),
  /** The version of the order in which the conflicts are. */
  conflictVersion: z.exactOptional(z.int()),
  /** With `order-differs`: every field in which the stored order and the one that was sent differ; `path` is like `lines.0.quantity`. A missing value is not there. */
  differences: z.exactOptional(z.array(z.object({ path: z.string(), known: comparedValue, given: comparedValue }))),
  /** With `second-factor-required`: the token of the login. */
  login: z.exactOptional(z.string()),
  /** With `second-factor-required` and `confirm-identity`: what the user can prove their identity with. */
  factors: z.exactOptional(z.array(z.enum(['password', 'code', 'passkey', 'provider']))),
  /** With `not-an-order-export` and `not-a-customer-list`: the first rows of the table, for which columns can be chosen. */
  table: z.exactOptional(orderTable),
  requestId: z.exactOptional(z.string()),
})

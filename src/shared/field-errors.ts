import type { fields } from '#shared/messages/en/fields.ts'
import type { FieldError, ProblemParameters } from '#shared/problem.ts'
import type * as z from 'zod/mini'

/**
 * The field errors of a failed validation: the first issue of each field, or of each place in its text (`start`). Our schemas put a reason into the issue's message; zod's own
 * messages become a generic reason. The keys of `fieldMessages` are the known reasons.
 */
export function fieldErrors(error: z.core.$ZodError, input: unknown, fieldMessages: object): FieldError[] {
  const errorsByPlace = new Map<string, FieldError>()
  for (const issue of error.issues) {
    const pointer = toPointer(issue.path)
    const parameters = getParameters(issue)
    const place = `${pointer} ${parameters['start'] ?? ''}`
    if (errorsByPlace.has(place)) continue
    const reason = Object.hasOwn(fieldMessages, issue.message)
      ? issue.message
      : getDefaultReason(issue, valueAt(input, issue.path))
    errorsByPlace.set(place, { pointer, reason, parameters })
  }
  return [...errorsByPlace.values()]
}

/** The JSON pointer (RFC 6901) of a path: `['lines', 0, 'sku']` → `/lines/0/sku`. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

function getParameters(issue: z.core.$ZodIssue): ProblemParameters {
  if (issue.code === 'custom') return { ...(issue.params as ProblemParameters | undefined) }
  const bounds: ProblemParameters = {}
  if ('minimum' in issue) bounds['minimum'] = Number(issue.minimum) + ('inclusive' in issue && !issue.inclusive ? 1 : 0)
  if ('maximum' in issue) bounds['maximum'] = Number(issue.maximum)
  return bounds
}

function getDefaultReason(issue: z.core.$ZodIssue, value: unknown): keyof typeof fields {
  if (value === undefined || value === '') return 'required'
  if (issue.code === 'invalid_value') return 'choice'
  if (issue.code === 'too_small') return 'too-small'
  if (issue.code === 'too_big') return 'too-big'
  if (issue.code !== 'invalid_type') return 'invalid'
  if (issue.expected === 'number' || issue.expected === 'int') return 'number'
  return issue.expected === 'file' ? 'file' : 'invalid'
}

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)

import type { fields } from '#shared/messages/en/fields.ts'
import type { FieldRefusal, ProblemParameters } from '#shared/problem.ts'
import type * as z from 'zod/mini'

/**
 * What a schema says against an input: one refusal for each field that is wrong, the first. Our schemas give the reason as message;
 * what the library says by itself becomes one of the plain reasons. `sentences` are `messages.fields`: which reasons there are.
 */
export function fieldRefusals(error: z.core.$ZodError, input: unknown, sentences: object): FieldRefusal[] {
  const refusals = new Map<string, FieldRefusal>()
  for (const issue of error.issues) {
    const pointer = issue.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    if (refusals.has(pointer)) continue
    const reason = Object.hasOwn(sentences, issue.message)
      ? issue.message
      : plainReason(issue, valueAt(input, issue.path))
    refusals.set(pointer, { pointer, reason, parameters: boundsOf(issue) })
  }
  return [...refusals.values()]
}

function boundsOf(issue: z.core.$ZodIssue): ProblemParameters {
  const bounds: ProblemParameters = {}
  if ('minimum' in issue) bounds['minimum'] = Number(issue.minimum) + ('inclusive' in issue && !issue.inclusive ? 1 : 0)
  if ('maximum' in issue) bounds['maximum'] = Number(issue.maximum)
  return bounds
}

function plainReason(issue: z.core.$ZodIssue, value: unknown): keyof typeof fields {
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

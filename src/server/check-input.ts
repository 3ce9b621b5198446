import { en } from '#shared/messages/en.ts'
import { type FieldRefusal, type ProblemParameters, Refusal } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** What a schema makes of an input; refuses with one pointer for each field that is wrong. */
export function checkInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: Record<string, unknown>,
): z.infer<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const fields = new Map<string, FieldRefusal>()
  for (const issue of result.error.issues) {
    const pointer = issue.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    if (!fields.has(pointer)) fields.set(pointer, { pointer, ...reasonOf(issue, valueAt(input, issue.path)) })
  }
  throw new Refusal('invalid-input', {}, [...fields.values()])
}

/** Our schemas give the reason as message; the library's own messages say nothing that a person could use. */
function reasonOf(issue: z.core.$ZodIssue, value: unknown): { reason: string; parameters: ProblemParameters } {
  const parameters: ProblemParameters = {}
  if ('minimum' in issue)
    parameters['minimum'] = Number(issue.minimum) + ('inclusive' in issue && !issue.inclusive ? 1 : 0)
  if ('maximum' in issue) parameters['maximum'] = Number(issue.maximum)
  return { reason: Object.hasOwn(en.fields, issue.message) ? issue.message : libraryReason(issue, value), parameters }
}

function libraryReason(issue: z.core.$ZodIssue, value: unknown): keyof typeof en.fields {
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

import { fieldErrors } from '#shared/field-errors.ts'
import { getFieldMessages } from '#server/messages.ts'
import { invalidInput } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** Parses an input with a schema; throws `invalid-input` with one pointer for each invalid field. */
export function checkInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: Record<string, unknown>,
): z.infer<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  throw invalidInput(...fieldErrors(result.error, input, getFieldMessages('en')))
}

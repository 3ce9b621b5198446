import { fieldErrors } from '#shared/field-errors.ts'
import { en } from '#shared/messages/en.ts'
import { invalidInput } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** What a schema makes of an input; refuses with one pointer for each field that is wrong. */
export function checkInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: Record<string, unknown>,
): z.infer<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  throw invalidInput(...fieldErrors(result.error, input, en.fields))
}

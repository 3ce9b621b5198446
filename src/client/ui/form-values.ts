import { idempotencyKey, pageUser } from '#shared/constants.ts'
import { parseFormFields } from '#shared/form-fields.ts'

/** The values of a form as input of its endpoint, nested as their names say. */
export function readFormValues(form: HTMLFormElement, submitter: HTMLElement | null = null): Record<string, unknown> {
  const data = new FormData(form, submitter)
  for (const name of ['_endpoint', pageUser.field, idempotencyKey.field]) data.delete(name)
  return parseFormFields(data)
}

/** A replacer for `JSON.stringify` that tells files apart. */
export const describeFile = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

import { fieldErrors } from '#shared/field-errors.ts'
import type { FieldError } from '#shared/problem.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import * as z from 'zod/mini'

/** The input of a call by its place, before or after the schemas have checked it. */
export interface EndpointInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

type InputSchemas = Pick<Endpoint, keyof EndpointInput>

/** How a `FieldError` names a place; a field of the body needs no name. */
const places = [
  ['params', 'path'],
  ['query', 'query'],
  ['body', undefined],
] as const

/** Assigns each value of a form, or of `call`, to path, query or body. Values that the endpoint does not declare are dropped, such as controls that only the page needs. */
export function splitInput(schemas: InputSchemas, values: Record<string, unknown>): EndpointInput {
  const pick = ({ shape }: z.ZodMiniObject): Record<string, unknown> =>
    Object.fromEntries(
      Object.keys(shape).flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
    )
  return { params: pick(schemas.params), query: pick(schemas.query), body: pick(schemas.body) }
}

/** The checked values of all places as one object, or an error for each field that is wrong. `fieldMessages` are `messages.fields`. */
export function checkEndpointInput(
  schemas: InputSchemas,
  input: EndpointInput,
  fieldMessages: object,
): { data: Record<string, unknown>; errors: FieldError[] } {
  const data: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const [key, place] of places) {
    const result = z.safeParse(schemas[key], input[key])
    if (result.success) Object.assign(data, result.data)
    else errors.push(...fieldErrors(result.error, input[key], fieldMessages).map((error) => inPlace(error, place)))
  }
  return { data, errors }
}

const inPlace = (error: FieldError, place: FieldError['in']): FieldError => (place ? { ...error, in: place } : error)

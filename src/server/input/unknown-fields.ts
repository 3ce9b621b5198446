import { toPointer } from '#shared/field-errors.ts'
import { type FieldError, maxFieldErrors } from '#shared/problem.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import type { EndpointInput } from '#shared/routes/endpoint-input.ts'
import * as z from 'zod/mini'

/**
 * An error for each query parameter and each field of the body, at any depth, that the endpoint does not declare: a misspelled `dryRun`
 * would be a real import, and a misspelled filter would find every order. A signed body belongs to a payment provider, which may add fields.
 */
export function findUnknownInput({ access, query, body }: Endpoint, input: EndpointInput): FieldError[] {
  const ofQuery = findUnknownFields(query, input.query).map((error): FieldError => ({ ...error, in: 'query' }))
  if (access === 'signature') return ofQuery
  const ofBody = findUnknownFields(body, input.body).map((error): FieldError =>
    Object.hasOwn(query.shape, error.pointer.slice(1)) ? { ...error, reason: 'belongs-in-query' } : error,
  )
  return [...ofQuery, ...ofBody]
}

/**
 * An error for each field that the schema does not have, in the objects and lists of the value, too; of many the first ones. A loose object may have
 * any field.
 */
export function findUnknownFields(schema: z.core.$ZodType, value: unknown): FieldError[] {
  const errors: FieldError[] = []
  collect(schema, value, [], errors)
  return errors
}

function collect(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[], errors: FieldError[]): void {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodMiniArray && Array.isArray(value))
    for (const [index, item] of value.entries()) collect(inner.def.element, item, [...path, index], errors)
  if (!(inner instanceof z.ZodMiniObject) || inner.def.catchall || !isFields(value)) return
  for (const name of Object.keys(value)) {
    if (errors.length === maxFieldErrors) return
    const known = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined
    if (known) collect(known, value[name], [...path, name], errors)
    else errors.push({ pointer: toPointer([...path, name]), reason: 'unknown' })
  }
}

/** The schema inside of optional ones, of those with a default, and of those that convert the value first. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniPipe) return unwrap(schema.def.out)
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault ||
    schema instanceof z.ZodMiniPrefault
  )
    return unwrap(schema.def.innerType)
  return schema
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

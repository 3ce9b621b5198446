import { findUnstorableText } from '#server/db/storable-text.ts'
import { type FieldError, invalidInput, ProblemError } from '#shared/problem.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import type { EndpointInput } from '#shared/routes/endpoint-input.ts'
import type * as z from 'zod/mini'

/**
 * Throws `invalid-input` for texts that databases cannot store, U+0000 and lone surrogates. Except in passwords, which are stored as hashes,
 * and in `records`, which the action checks one by one. Throws `malformed-body` for a signed body.
 */
export function requireStorableInput(endpoint: Endpoint, { params, query, body }: EndpointInput): void {
  // Its action reads the text of the body itself.
  if (endpoint.access === 'signature' && findUnstorableText(body) !== undefined)
    throw new ProblemError('malformed-body')
  const checked = Object.entries(body).filter(([name]) => name !== 'password' && name !== endpoint.records)
  const errors = [
    ...findUnstorableFields(endpoint.params, params, 'path'),
    ...findUnstorableFields(endpoint.query, query, 'query'),
    ...findUnstorableFields(endpoint.body, Object.fromEntries(checked)),
  ]
  if (errors.length > 0) throw invalidInput(...errors)
}

/** An error for each field of the schema with such a text, at its first one. Other fields are not stored. */
export function findUnstorableFields(
  { shape }: z.ZodMiniObject,
  fields: Readonly<Record<string, unknown>>,
  place?: FieldError['in'],
): FieldError[] {
  return Object.keys(shape).flatMap((name) => {
    const pointer = findUnstorableText(fields[name], `/${name}`)
    if (pointer === undefined) return []
    return [{ ...(place && { in: place }), pointer, reason: 'unstorable-text' }]
  })
}

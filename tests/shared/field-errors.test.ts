import { fieldErrors } from '#shared/field-errors.ts'
import { fields } from '#shared/messages/en/fields.ts'
import { expect, test } from 'bun:test'
import * as z from 'zod/mini'

const schema = z.object({
  name: z.string().check(z.minLength(2, 'required'), z.regex(/^x/, 'email')),
  role: z.enum(['owner', 'viewer']),
  count: z.coerce.number().check(z.int(), z.gt(0), z.maximum(10)),
  file: z.file(),
  note: z.string(),
  lines: z.array(z.object({ 'a/b~c': z.string().check(z.maxLength(3, 'too-long')) })),
})
const toFieldErrors = (input: unknown) => {
  const { error } = schema.safeParse(input)
  return (error ? fieldErrors(error, input, fields) : []).map(({ pointer, reason, parameters }) => [
    pointer,
    reason,
    ...Object.entries(parameters ?? {}).flat(),
  ])
}

test('reports each invalid field once: pointer, reason with a message, and bounds', () => {
  const input = {
    name: 'y',
    role: 'king',
    count: 0,
    file: 'x',
    note: 7,
    lines: [{ 'a/b~c': 'x' }, { 'a/b~c': 'long' }],
  }
  expect(toFieldErrors(input)).toEqual([
    ['/name', 'required', 'minimum', 2],
    ['/role', 'choice'],
    ['/count', 'too-small', 'minimum', 1],
    ['/file', 'file'],
    ['/note', 'invalid'],
    ['/lines/1/a~1b~0c', 'too-long', 'maximum', 3],
  ])
  expect(toFieldErrors({ ...input, count: 11 })).toContainEqual(['/count', 'too-big', 'maximum', 10])
  expect(toFieldErrors({ ...input, count: 'x' })).toContainEqual(['/count', 'number'])
})

test('a missing value is reported as required, whatever its type', () => {
  expect(toFieldErrors({ count: '1' }).map(([pointer, reason]) => `${pointer} ${reason}`)).toEqual(
    ['name', 'role', 'file', 'note', 'lines'].map((name) => `/${name} required`),
  )
})

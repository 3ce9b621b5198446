import type { FieldChange } from '#shared/events/views.ts'

export type FieldValue = FieldChange['from']

/**
 * An order as a flat table of its fields, named as in its view: `note`, `shippingAddress.city`, `lines.<id>.quantity`. A field that does
 * not exist, such as one of a removed line, has no entry; in a change it is null.
 */
export type Fields = ReadonlyMap<string, FieldValue>

/** The value of a field; null if it does not exist. */
export const valueOf = (fields: Fields, field: string): FieldValue => fields.get(field) ?? null

/** Every field that differs, in the order of the fields. */
export function diffFields(before: Fields, after: Fields): FieldChange[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((field) => {
    const [from, to] = [valueOf(before, field), valueOf(after, field)]
    return from === to ? [] : [{ field, from, to }]
  })
}

/** The fields with these values; null removes a field. */
export function withValues(fields: Fields, values: Iterable<readonly [field: string, value: FieldValue]>): Fields {
  const after = new Map(fields)
  for (const [field, value] of values)
    if (value === null) after.delete(field)
    else after.set(field, value)
  return after
}

/** The fields before these changes, which are in the order in which they happened; those that were erased stay as they are. */
export const undoChanges = (fields: Fields, changes: readonly FieldChange[]): Fields =>
  withValues(
    fields,
    changes
      .filter(({ isErased }) => !isErased)
      .toReversed()
      .map(({ field, from }) => [field, from] as const),
  )

/** The id of the line that a field belongs to; `undefined` for all other fields. */
export function lineIdOf(field: string): string | undefined {
  if (!field.startsWith(linePrefix)) return undefined
  const end = field.indexOf('.', linePrefix.length)
  return field.slice(linePrefix.length, end === -1 ? undefined : end)
}

const linePrefix = 'lines.'

/** The ids of the lines, in the order of the fields. */
export const listLineIds = (fields: Fields): string[] => [
  ...new Set([...fields.keys()].flatMap((field) => lineIdOf(field) ?? [])),
]

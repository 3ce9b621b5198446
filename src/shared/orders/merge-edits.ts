import { type Fields, type FieldValue, lineIdOf, valueOf } from '#shared/orders/fields.ts'
import * as z from 'zod/mini'

const fieldValue = z.nullable(z.union([z.string(), z.number()]))

/**
 * A field that two people changed differently: before (`base`), as this user wants it (`mine`) and as it is now (`theirs`). A field
 * `lines.<id>` is a line that one of them removed (null) and the other changed; its values are quantities.
 */
export const editConflict = z.object({ field: z.string(), base: fieldValue, mine: fieldValue, theirs: fieldValue })
export type EditConflict = z.infer<typeof editConflict>

export const conflictChoices = ['mine', 'theirs'] as const

/** What users decided about conflicts, by field, and the order in which they saw them. */
export interface Resolution {
  choices: Readonly<Record<string, (typeof conflictChoices)[number]>>
  seen: Fields
}

interface Edits {
  /** The order that the user saw. */
  base: Fields
  /** The order as it is now. */
  theirs: Fields
  /** The changes: values by field, and null for `lines.<id>` to remove a line. */
  mine: Fields
  resolution?: Resolution | undefined
}

/**
 * Merges the edit of an order with changes made since its user saw it, field by field: what only one of them changed, or both in the same
 * way, is not a conflict. Returns the values to write (null for `lines.<id>` removes a line) and the conflicts that are not resolved.
 */
export function mergeEdits({ base, theirs, mine, resolution }: Edits): {
  values: Map<string, FieldValue>
  conflicts: EditConflict[]
} {
  const values = new Map<string, FieldValue>()
  const conflicts = new Map<string, EditConflict>()
  const [baseLines, theirLines] = [lineIndexOf(base), lineIndexOf(theirs)]
  const seenLines = lineIndexOf(resolution?.seen ?? new Map())
  const keep = (conflict: EditConflict): boolean => {
    const choice = resolution?.choices[conflict.field]
    const isCurrent = isSame(conflict.field, seenLines, theirLines)
    if (choice === undefined || !isCurrent) conflicts.set(conflict.field, conflict)
    return choice === 'mine' && isCurrent
  }
  for (const [field, value] of mine) {
    const line = lineFieldOf(field)
    if (value === valueOf(base, field) && field !== line) continue
    const quantity = `${line}.quantity`
    if (line === undefined) {
      const conflict = { field, base: valueOf(base, field), mine: value, theirs: valueOf(theirs, field) }
      if (isFree(conflict) || keep(conflict)) values.set(field, value)
    } else if (field === line) {
      if (!theirs.has(quantity)) continue
      const conflict = { field, base: valueOf(base, quantity), mine: null, theirs: valueOf(theirs, quantity) }
      if (isSame(line, baseLines, theirLines) || keep(conflict)) values.set(field, null)
    } else if (!base.has(quantity)) {
      // A line that the user adds; if it is there, this edit was sent before.
      if (!theirs.has(quantity)) values.set(field, value)
    } else if (!theirs.has(quantity)) {
      const wanted = mine.get(quantity) ?? valueOf(base, quantity)
      if (!keep({ field: line, base: valueOf(base, quantity), mine: wanted, theirs: null })) continue
      for (const name of baseLines.fieldsOf(line)) if (!values.has(name)) values.set(name, valueOf(base, name))
      values.set(field, value)
    } else {
      const conflict = { field, base: valueOf(base, field), mine: value, theirs: valueOf(theirs, field) }
      if (isFree(conflict) || keep(conflict)) values.set(field, value)
    }
  }
  return { values, conflicts: [...conflicts.values()] }
}

const isFree = ({ base, mine, theirs }: EditConflict): boolean => theirs === base || theirs === mine

/** `lines.<id>` of a field of a line. */
function lineFieldOf(field: string): string | undefined {
  const id = lineIdOf(field)
  return id === undefined ? undefined : `lines.${id}`
}

interface LineIndex {
  fields: Fields
  /** The fields of a line `lines.<id>`; none of other fields. */
  fieldsOf(line: string): readonly string[]
}

/** Groups the fields by line when a line is looked for, which most edits do not need. */
function lineIndexOf(fields: Fields): LineIndex {
  let groups: ReadonlyMap<string | undefined, string[]> | undefined
  return { fields, fieldsOf: (line) => (groups ??= Map.groupBy(fields.keys(), lineFieldOf)).get(line) ?? [] }
}

/** Whether a field, or all fields of a line, are the same in both. */
const isSame = (path: string, one: LineIndex, other: LineIndex): boolean =>
  [path, ...one.fieldsOf(path), ...other.fieldsOf(path)].every(
    (field) => valueOf(one.fields, field) === valueOf(other.fields, field),
  )

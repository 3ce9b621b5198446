/** A table, column, constraint, index, trigger or function: `trigger events_reject_update`, and its definition in SQL. */
export interface SchemaObject {
  name: string
  definition: string
}

/** How many objects were compared, and what differs: `index payments_by_order: missing`. */
export interface SchemaComparison {
  objects: number
  differences: string[]
}

/** Compares what a database has with what the migrations create. */
export function compareSchemas(actual: readonly SchemaObject[], expected: readonly SchemaObject[]): SchemaComparison {
  const found = new Map(actual.map(({ name, definition }) => [name, definition]))
  const known = new Set(expected.map(({ name }) => name))
  const changed = expected.flatMap(({ name, definition }) => {
    const current = found.get(name)
    if (current === undefined) return [`${name}: missing`]
    return current === definition ? [] : [`${name}: ${current} ≠ ${definition}`]
  })
  const unexpected = actual.filter(({ name }) => !known.has(name)).map(({ name }) => `${name}: not in the migrations`)
  return { objects: expected.length, differences: [...changed, ...unexpected] }
}

import { type Fields, type FieldValue, undoChanges, diffFields, withValues } from '#shared/orders/fields.ts'
import { mergeEdits } from '#shared/orders/merge-edits.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const fields = (values: Record<string, FieldValue>): Fields => new Map(Object.entries(values))
const line = (id: string, quantity: number): Record<string, FieldValue> => ({
  [`lines.${id}.name`]: `Tea ${id}`,
  [`lines.${id}.quantity`]: quantity,
})
const base = fields({ 'note': '', 'shippingAddress.city': 'Reims', ...line('a', 2), ...line('b', 1) })
const merge = (theirs: Fields, mine: Record<string, FieldValue>) => mergeEdits({ base, theirs, mine: fields(mine) })

describe('edits of two users', () => {
  test('of different fields merge', () => {
    const theirs = withValues(base, [['note', 'Gift']])
    expect(merge(theirs, { 'note': '', 'shippingAddress.city': 'Lyon' })).toEqual({
      values: new Map([['shippingAddress.city', 'Lyon']]),
      conflicts: [],
    })
  })

  test('of one field to the same value merge, to another conflict', () => {
    const theirs = withValues(base, [['note', 'Gift']])
    expect(merge(theirs, { note: 'Gift' }).conflicts).toEqual([])
    const { values, conflicts } = merge(theirs, { note: 'Ring twice' })
    expect(values.size).toBe(0)
    expect(conflicts).toEqual([{ field: 'note', base: '', mine: 'Ring twice', theirs: 'Gift' }])
  })

  test('conflict in a line that one removes and the other changes', () => {
    const removed = withValues(base, [
      ['lines.a.name', null],
      ['lines.a.quantity', null],
    ])
    expect(merge(removed, { 'lines.a.quantity': 3 }).conflicts).toEqual([
      { field: 'lines.a', base: 2, mine: 3, theirs: null },
    ])
    expect(merge(removed, { 'lines.a.discountMinor': 30 }).conflicts).toEqual([
      { field: 'lines.a', base: 2, mine: 2, theirs: null },
    ])
    expect(merge(withValues(base, [['lines.a.quantity', 5]]), { 'lines.a': null }).conflicts).toEqual([
      { field: 'lines.a', base: 2, mine: null, theirs: 5 },
    ])
    expect(merge(withValues(base, [['lines.a.sku', 'TEA']]), { 'lines.a': null }).conflicts).toEqual([
      { field: 'lines.a', base: 2, mine: null, theirs: 2 },
    ])
    expect(merge(removed, { 'lines.a': null })).toEqual({ values: new Map(), conflicts: [] })
    expect(merge(base, { 'lines.a': null }).values).toEqual(new Map([['lines.a', null]]))
  })

  test('that both add a line keep both, and an edit that was sent before adds its line once', () => {
    const theirs = withValues(base, Object.entries(line('x', 1)))
    expect(merge(theirs, line('y', 1)).values.size).toBe(2)
    expect(merge(theirs, line('x', 1)).values.size).toBe(0)
  })
})

describe('a conflict', () => {
  const theirs = withValues(base, [['note', 'Gift']])
  const resolve = (choice: 'mine' | 'theirs', seen = theirs, now = theirs) =>
    mergeEdits({
      base,
      theirs: now,
      mine: fields({ note: 'Ring twice' }),
      resolution: { choices: { note: choice }, seen },
    })

  test('ends with the choice of the user', () => {
    expect(resolve('mine')).toEqual({ values: new Map([['note', 'Ring twice']]), conflicts: [] })
    expect(resolve('theirs')).toEqual({ values: new Map(), conflicts: [] })
  })

  test('is asked again when the field has changed again since', () => {
    expect(resolve('mine', theirs, withValues(base, [['note', 'No gift']])).conflicts).toHaveLength(1)
  })

  test('of one conflict leaves the others to the user', () => {
    const resolution = { choices: { email: 'mine' as const }, seen: theirs }
    const { values, conflicts } = mergeEdits({ base, theirs, mine: fields({ note: 'Ring twice' }), resolution })
    expect(values.size).toBe(0)
    expect(conflicts.map(({ field }) => field)).toEqual(['note'])
  })

  test('of a removed line that the user wants restores the whole line', () => {
    const removed = withValues(base, [
      ['lines.a.name', null],
      ['lines.a.quantity', null],
    ])
    const { values } = mergeEdits({
      base,
      theirs: removed,
      mine: fields({ 'lines.a.quantity': 3 }),
      resolution: { choices: { 'lines.a': 'mine' }, seen: removed },
    })
    expect(Object.fromEntries(values)).toEqual({ 'lines.a.name': 'Tea a', 'lines.a.quantity': 3 })
  })
})

const names = ['note', 'email', 'shippingAddress.city', 'lines.a.quantity', 'lines.a.discountMinor', 'lines.b.quantity']
const change = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 0, max: 3 }))

test('no field of 1,000 random pairs of edits is lost', () => {
  fc.assert(
    fc.property(fc.record({ before: change, theirs: change, mine: change }), (pair) => {
      const start = fields({ ...Object.fromEntries(names.map((name) => [name, 0])), ...pair.before })
      const theirs = withValues(start, Object.entries(pair.theirs))
      const mine = withValues(start, Object.entries(pair.mine))
      const { values, conflicts } = mergeEdits({ base: start, theirs, mine })
      const merged = withValues(theirs, values)
      const inConflict = new Set(conflicts.map(({ field }) => field))
      for (const name of names) {
        const [was, their, my] = [start.get(name), theirs.get(name), mine.get(name)]
        if (inConflict.has(name)) expect(new Set([was, their, my]).size).toBe(3)
        else expect(merged.get(name)).toBe(my === was ? their : my)
      }
      // With every conflict decided for the user, nothing of the user's edit is missing.
      const choices = Object.fromEntries(conflicts.map(({ field }) => [field, 'mine' as const]))
      const resolved = mergeEdits({ base: start, theirs, mine, resolution: { choices, seen: theirs } })
      expect(resolved.conflicts).toEqual([])
      const after = withValues(theirs, resolved.values)
      for (const name of names) if (mine.get(name) !== start.get(name)) expect(after.get(name)).toBe(mine.get(name))
    }),
    { numRuns: 1000 },
  )
})

test('an order at an earlier version is the order of today with its changes undone', () => {
  fc.assert(
    fc.property(change, change, change, (first, second, third) => {
      const states = [first, second, third].map((each) => fields(each))
      const [one, two, three] = states as [Fields, Fields, Fields]
      const changes = [...diffFields(one, two), ...diffFields(two, three)]
      expect(diffFields(undoChanges(three, changes), one)).toEqual([])
    }),
  )
})

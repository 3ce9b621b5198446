import { actionsFrom, type Machine, next } from '#shared/machine.ts'
import { expect, test } from 'bun:test'

const door: Machine<'open' | 'shut' | 'locked', 'shut' | 'open' | 'lock'> = {
  open: { shut: 'shut' },
  shut: { open: 'open', lock: 'locked' },
  locked: {},
}

test('an action that a state lists leads to its state, any other nowhere', () => {
  expect(next(door, 'open', 'shut')).toBe('shut')
  expect(next(door, 'open', 'lock')).toBeUndefined()
  expect(next(door, 'locked', 'open')).toBeUndefined()
})

test('a state tells the actions it allows in the order of the table', () => {
  expect(actionsFrom(door, 'shut')).toEqual(['open', 'lock'])
  expect(actionsFrom(door, 'locked')).toEqual([])
})

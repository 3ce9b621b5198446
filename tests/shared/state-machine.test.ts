import { allowedActions, type StateMachine, nextState } from '#shared/state-machine.ts'
import { expect, test } from 'bun:test'

const door: StateMachine<'open' | 'shut' | 'locked', 'shut' | 'open' | 'lock'> = {
  open: { shut: 'shut' },
  shut: { open: 'open', lock: 'locked' },
  locked: {},
}

test('a listed action leads to its state, any other to none', () => {
  expect(nextState(door, 'open', 'shut')).toBe('shut')
  expect(nextState(door, 'open', 'lock')).toBeUndefined()
  expect(nextState(door, 'locked', 'open')).toBeUndefined()
})

test('lists the allowed actions of a state in the order of the table', () => {
  expect(allowedActions(door, 'shut')).toEqual(['open', 'lock'])
  expect(allowedActions(door, 'locked')).toEqual([])
})

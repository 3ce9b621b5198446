import { toProblem } from '#server/problems/to-problem.ts'
import { getMessages } from '#server/messages.ts'
import { answers } from '#shared/messages/answers.ts'
import { type ProblemName, ProblemError, statusOf } from '#shared/problem.ts'
import { permissions } from '#shared/permissions.ts'
import { locales } from '#shared/locales.ts'
import { describe, expect, test } from 'bun:test'

const names = Object.keys(answers.en.problems) as ProblemName[]
/** Parameters for the messages that have placeholders. */
const parameters = {
  name: 'Wang Fang',
  customer: 'CU260301-00001',
  missing: '¥10.00',
  credit: '¥10.00',
  account: '1002.1',
  identity: 'fang@example.com',
  permission: 'orders.view',
  seconds: 61,
  allow: 'GET',
  limit: '1 MB',
  number: 'K1',
  reversal: 8,
  creditNote: 'CN260301-00001',
  key: 'k',
  currency: 'CNY',
  why: 'empty',
  amount: '¥100.00',
  payment: 'PY260301-00001',
  maximum: '¥50.00',
  unfinished: 'SO261120-00001',
  entry: 7,
  line: '¥9.90',
  postings: '¥9.00',
  lines: '¥8.00',
  difference: '¥1.00',
  month: '2026-10',
  expected: '2026-09',
  count: 2,
}

describe.each(locales)('problems in %s', (locale) => {
  test.each(names)('%s has a title and a detail', (name) => {
    const { problem } = toProblem(new ProblemError(name, parameters), locale)
    expect(problem).toMatchObject({ type: `/problems/${name}`, status: statusOf(name) })
    for (const text of [problem.title, problem.detail]) expect(text).toMatch(/^\S.*\S$/)
    expect(JSON.stringify(problem)).not.toMatch(/undefined|NaN|\$\{/)
  })

  test.each(['not-found', 'too-large'] as const)('%s has a detail without parameters too', (name) => {
    expect(toProblem(new ProblemError(name), locale).problem.detail).not.toMatch(/undefined|NaN/)
  })

  test('a missing permission is named with the roles that have it', () => {
    for (const permission of permissions) {
      const { detail } = toProblem(new ProblemError('permission-denied', { permission }), locale).problem
      expect(detail).toContain(permission)
      expect(detail).toContain(getMessages(locale).common.roles.owner)
    }
  })

  test('a field error with an unknown reason still has a message', () => {
    const error = new ProblemError('invalid-input', {}, [
      { pointer: '/a', reason: 'constructor' },
      { pointer: '/b', reason: 'too-long', parameters: { maximum: 7 } },
    ])
    const { fields } = getMessages(locale)
    const { errors } = toProblem(error, locale).problem
    expect(errors?.[0]).toEqual({ pointer: '/a', detail: fields.invalid })
    expect(errors?.[1]?.detail).toContain('7')
  })
})

test('a wait is in the Retry-After header and in the detail', () => {
  const toWaitProblem = (seconds: number) => toProblem(new ProblemError('too-many-attempts', { seconds }), 'en')
  expect(toWaitProblem(1).problem.detail).toBe('Try again in a minute.')
  expect(toWaitProblem(61)).toMatchObject({
    problem: { detail: 'Try again in 2 minutes.' },
    headers: { 'Retry-After': '61' },
  })
})

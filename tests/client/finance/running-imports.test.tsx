import { RunningImports } from '#client/finance/running-imports.tsx'
import { type RouterHandlers, startRouter } from '#client/navigation/router.ts'
import type { RunningImport } from '#shared/finance/statement-views.ts'
import { setUpDom } from '#tests/client/dom.tsx'
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'

afterEach(() => {
  jest.useRealTimers()
})
const { render } = setUpDom()

const running: RunningImport[] = [
  { id: 'import', fileName: 'bank.csv', startedBy: 'Anna Shen', percent: 10, isOwn: true },
]
let answers: ((isRefreshed: boolean) => void)[]
let loads: number
let reloads: number

/** The server answers when the test says so. */
const createHandlers = (isOutdated: boolean): RouterHandlers => ({
  isLoggedIn: () => true,
  isOutdated: () => isOutdated,
  refreshPage: () => new Promise((resolve) => answers.push(resolve)),
  showPage: () => {
    loads++
    return new Promise(() => undefined)
  },
  showNavigationCounts: () => undefined,
  showNotFound: async () => '',
})

beforeEach(() => {
  answers = []
  loads = reloads = 0
  location.reload = () => void reloads++
})

const pass = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    for (let step = 0; step < 10; step++) await Promise.resolve()
    jest.advanceTimersByTime(1000)
  }
}

test('the progress of imports is loaded in the background, a second after it has arrived', async () => {
  startRouter(createHandlers(false))
  jest.useFakeTimers()
  await render(<RunningImports running={running} />)
  await pass(1)
  expect(answers).toHaveLength(1)
  // A slow answer is waited for.
  await pass(3)
  expect(answers).toHaveLength(1)
  // An error leaves the page as it is, and the next answer may be better.
  answers[0]?.(false)
  await pass(1)
  expect(answers).toHaveLength(2)
  await render(<RunningImports running={[]} />)
  answers[1]?.(true)
  await pass(3)
  expect([answers.length, loads]).toEqual([2, 0])
})

test('the progress of imports reloads no document after a deployment', async () => {
  startRouter(createHandlers(true))
  jest.useFakeTimers()
  await render(<RunningImports running={running} />)
  await pass(3)
  expect([answers.length, loads, reloads]).toEqual([0, 0, 0])
})

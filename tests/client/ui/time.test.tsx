import { act } from 'react'
import { RecentTime, Time, useTimePhase } from '#client/ui/time.tsx'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { createTestState, getTexts, now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { DocumentContextProvider } from '#client/app/page-context.tsx'
import { en } from '#shared/messages/en.ts'
import { expect, spyOn, test } from 'bun:test'

const { render } = setUpDom()

const times = (
  <>
    <Time at={now} style="full" />
    <Time at={now} style="full" zone="book" />
  </>
)

test('times are in the time zone of the user, and those of accounting days in that of the books', () => {
  expect(getTexts(renderOnServer(times, { timeZone: 'Europe/London' }), 'time')).toEqual([
    'Wed 25 Nov 2026, 06:20:00',
    'Wed 25 Nov 2026, 14:20:00',
  ])
})

test('times are in the time zone of the books without one of the user, or with one that the browser does not know', () => {
  for (const timeZone of [undefined, 'Mars/Olympus'])
    expect(getTexts(renderOnServer(times, timeZone === undefined ? {} : { timeZone }), 'time')).toEqual([
      'Wed 25 Nov 2026, 14:20:00',
      'Wed 25 Nov 2026, 14:20:00',
    ])
})

test('the name of an event is in the element of its time, which stays in one piece', () => {
  expect(getTexts(renderOnServer(<Time event="placed" at={now} style="full" />), 'time')).toEqual([
    'placed Wed 25 Nov 2026, 14:20:00',
  ])
})

test('a recent time says how long ago it was, with the exact time in its title', () => {
  const body = renderOnServer(
    <>
      <RecentTime at={now - 12 * 60_000} />
      <RecentTime at={now - 25 * 3_600_000} />
    </>,
  )
  expect(
    [...body.querySelectorAll('time')].map(({ textContent, title, dateTime }) => [textContent, title, dateTime]),
  ).toEqual([
    ['12 min ago', 'Wed 25 Nov 2026, 14:08:00', '2026-11-25T06:08:00.000Z'],
    ['24 Nov 13:20', 'Tue 24 Nov 2026, 13:20:00', '2026-11-24T05:20:00.000Z'],
  ])
})

test('what a recent time says is the same while its phase is', () => {
  const at = Date.parse('2026-12-30T20:00:00.000Z')
  const Phase = () => <b>{useTimePhase()(at)}</b>
  const ages = Array.from({ length: 1000 }, (_, index) => (index * 7 - 90) * 60_000)
  const body = renderOnServer(
    ages.map((age) => (
      <DocumentContextProvider
        key={age}
        value={{ pageContext: { ...createTestState({}), now: at + age }, messages: en }}
      >
        <p>
          <Phase />
          <RecentTime at={at} />
        </p>
      </DocumentContextProvider>
    )),
  )
  const texts = Map.groupBy(body.querySelectorAll('p'), (each) => each.querySelector('b')?.textContent)
  // Just now, minutes, 23 hours, and the days after them.
  expect(texts.size).toBeGreaterThan(30)
  for (const [, same] of texts) expect(new Set(same.map((each) => each.textContent)).size).toBe(1)
})

test('a page that stays open names the day of what was today when it was loaded', async () => {
  let tick = (): void => undefined
  const interval = spyOn(globalThis, 'setInterval').mockImplementation(((callback: () => void) => {
    tick = callback
  }) as unknown as typeof setInterval)
  await render(<RecentTime at={now - 3_600_000} />)
  interval.mockRestore()
  expect(find('time').textContent).toBe('1 h ago')
  const clock = spyOn(performance, 'now').mockReturnValue(performance.now() + 25 * 3_600_000)
  await act(async () => tick())
  clock.mockRestore()
  expect(find('time').textContent).toBe('25 Nov 13:20')
})

test('a time can be read to the minute without its title, in other years too', () => {
  const body = renderOnServer(
    <>
      <Time at={now - 60_000} />
      <Time at={now - 400 * 86_400_000} />
    </>,
  )
  expect([...body.querySelectorAll('time')].map(({ textContent, title }) => [textContent, title])).toEqual([
    ['14:19', 'Wed 25 Nov 2026, 14:19:00'],
    ['21 Oct 2025 14:20', 'Tue 21 Oct 2025, 14:20:00'],
  ])
})

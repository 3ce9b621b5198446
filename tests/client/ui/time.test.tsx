import { Time } from '#client/ui/time.tsx'
import { getTexts, now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { expect, test } from 'bun:test'

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

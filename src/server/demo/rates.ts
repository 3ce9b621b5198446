import type { Task } from '#server/demo/run-tasks.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'
import { addDays } from '#shared/time.ts'

/** The first rate is this many days old, older than the first order. */
const daysBack = 100

/** Invented rates of the US dollar, imported when the shop starts to use Kontor and again yesterday, so that all sales can be shown in one currency. */
export const rateTasks = (at: WorkingTime, today: string): Task[] =>
  [13, 1].map((daysAgo): Task => {
    const importedAt = at(daysAgo, '10:25')
    return {
      at: importedAt,
      run: async (history) => {
        const file = createRateFile(today, addDays(today, -daysAgo))
        await history.act('wei', importedAt, 'importExchangeRates', {
          file,
          base: 'USD',
          source: '示例汇率 Sample rates',
        })
      },
    }
  })

/** A row for each working day through `last`, as central banks publish them. */
function createRateFile(today: string, last: string): File {
  const rows: string[] = []
  for (let back = daysBack; back >= 0; back -= 1) {
    const day = addDays(today, -back)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (day > last || weekday === 0 || weekday === 6) continue
    rows.push(`${day},${(7.12 + 0.04 * Math.sin(back / 9) + 0.006 * Math.cos(back * 2)).toFixed(4)}`)
  }
  return new File([['Date,CNY', ...rows.toReversed(), ''].join('\n')], 'usd-cny.csv', { type: 'text/csv' })
}

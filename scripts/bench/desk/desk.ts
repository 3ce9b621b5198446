import { ensureUser } from '../book.ts'
import { type Bench, pickNamed, printTable } from '../measurement.ts'
import { createKontorServer, logIn, type RunningServer, startServer } from '../servers.ts'
import { timeBareSql } from './bare-sql.ts'
import { measureExport, measureImport, measureIntake } from './in-and-out.ts'
import {
  measureCountAll,
  measureCounts,
  measureCustomers,
  measureLists,
  measurePages,
  measurePalette,
  measureSearch,
} from './reading.ts'
import { readText } from './requests.ts'
import { readSample, type Sample } from './sample.ts'

const warmUps = 200

/** What a part of the measurement may use. */
export interface Desk {
  /** A data folder, or the URL of a PostgreSQL database. */
  book: string
  /** A temporary folder. */
  folder: string
  server: RunningServer
  cookie: string
  sample: Sample
}

/** One figure of a book. */
export interface Figure {
  label: string
  /** As it is printed. */
  text: string
  /** Compared between books: milliseconds, or what else grows when it becomes slower. */
  value: number
  /** As it is printed; none for a figure that is only there to compare with. */
  aim: string
}

const parts: readonly { name: string; measure: (desk: Desk) => Promise<Figure[]> }[] = [
  { name: 'sql', measure: timeBareSql },
  { name: 'lists', measure: measureLists },
  { name: 'pages', measure: measurePages },
  { name: 'counts', measure: measureCounts },
  { name: 'search', measure: measureSearch },
  { name: 'palette', measure: measurePalette },
  { name: 'customers', measure: measureCustomers },
  { name: 'countall', measure: measureCountAll },
  { name: 'export', measure: measureExport },
  { name: 'intake', measure: measureIntake },
  { name: 'import', measure: measureImport },
]

/**
 * What staff and shops do with the orders, over HTTP, on the book of the measurements or on each one given with `--books`, which are seeded beforehand:
 * lists, searches, exports and imports. Intake and import add orders to the book.
 */
export async function measureDesk({ book, books, folder, only }: Bench): Promise<void> {
  const measured = pickNamed(parts, only)
  const columns: Figure[][] = []
  const places = books.length > 0 ? books : [await book()]
  for (const place of places) {
    await ensureUser(place)
    const sample = await readSample(place)
    await using server = await startServer(createKontorServer(place))
    const desk: Desk = { book: place, folder, server, cookie: await logIn(server.origin), sample }
    // What is measured first would be alone in running code that is not compiled yet.
    for (let each = 0; each < warmUps; each += 1) await readText(desk, '/orders')
    const figures: Figure[] = []
    for (const { name, measure } of measured) {
      console.log(`${nameOf(place)}: ${name} …`)
      figures.push(...(await measure(desk)))
    }
    columns.push(figures)
  }
  const [first = [], ...others] = columns
  printTable(
    ['median / p95 (CPU)', '', ...places.map(nameOf), ...others.map(() => 'growth'), 'aim'],
    first.map(({ label, text, value, aim }, row) => [
      label,
      '',
      text,
      ...others.map((figures) => figures[row]?.text ?? ''),
      ...others.map((figures) => `${((figures[row]?.value ?? Number.NaN) / value).toFixed(2)}`),
      aim,
    ]),
  )
  console.log(
    '\nMilliseconds, if no unit is given; CPU time is that of the main thread of the server. Growth is that of the medians from the first book; of rates, how much slower they become.',
  )
}

const nameOf = (place: string): string => place.split('/').at(-1) ?? place

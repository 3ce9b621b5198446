import { ensureUser } from '../book.ts'
import { type Bench, pickNamed, printTable } from '../measurement.ts'
import { createKontorServer, keepCoresAwake, logIn, type RunningServer, startServer } from '../servers.ts'
import { timeBareSql } from './bare-sql.ts'
import { measureExport, measureImport, measureIntake } from './in-and-out.ts'
import { measureCountAll, measureCounts, measureLists, measureOverviews, measurePages } from './reading.ts'
import { measureCustomers } from './customers.ts'
import { measurePalette, measureSearch } from './searching.ts'
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
  /** Runs what is timed while nothing of another book is. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
}

/** One figure of a book. */
export interface Figure {
  label: string
  /** As it is printed. */
  text: string
  /** Compared between books: milliseconds, or what else grows when it becomes slower. */
  value: number
  /** As it is printed; none for a figure that is only there to compare with. */
  target: string
  /** Of a page: one with more rows takes longer in any book. */
  rows?: number
}

interface Part {
  name: string
  measure: (desk: Desk) => Promise<Figure[]>
  /** Whether the books are measured together and take turns. */
  isInTurn?: boolean
}

const parts: readonly Part[] = [
  { name: 'sql', measure: timeBareSql },
  { name: 'lists', measure: measureLists, isInTurn: true },
  { name: 'pages', measure: measurePages, isInTurn: true },
  { name: 'overviews', measure: measureOverviews, isInTurn: true },
  { name: 'counts', measure: measureCounts, isInTurn: true },
  { name: 'search', measure: measureSearch, isInTurn: true },
  { name: 'palette', measure: measurePalette, isInTurn: true },
  { name: 'customers', measure: measureCustomers, isInTurn: true },
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
  const places = books.length > 0 ? books : [await book()]
  await using servers = new AsyncDisposableStack()
  servers.use(keepCoresAwake())
  const inTurn = createTurns()
  const desks: Desk[] = []
  for (const place of places) {
    await ensureUser(place)
    const sample = await readSample(place)
    const server = servers.use(await startServer(createKontorServer(place)))
    const desk: Desk = { book: place, folder, server, cookie: await logIn(server.origin), sample, inTurn }
    // What is measured first would be alone in running code that is not compiled yet.
    for (let each = 0; each < warmUps; each += 1) await readText(desk, '/orders')
    desks.push(desk)
  }
  const columns: Figure[][] = places.map(() => [])
  for (const { name, measure, isInTurn = false } of pickNamed(parts, only)) {
    console.log(`${name} …`)
    const measured = isInTurn ? await Promise.all(desks.map(measure)) : await measureEach(desks, measure)
    for (const [index, ofBook] of measured.entries()) columns[index]?.push(...ofBook)
  }
  const [first = [], ...others] = columns
  printTable(
    ['median / p95 (CPU) rows', '', ...places.map(nameOf), ...others.map(() => 'growth'), 'target'],
    first.map((figure, row) => [
      figure.label,
      '',
      figure.text,
      ...others.map((figures) => figures[row]?.text ?? ''),
      ...others.map((figures) => formatGrowth(figure, figures[row])),
      figure.target,
    ]),
  )
  console.log(
    '\nMilliseconds, if no unit is given; CPU time is that of the main thread of the server. Growth is that of the medians from the first book; of rates, how much slower they become. With * the page has more rows than in the first book.',
  )
}

function formatGrowth(first: Figure, other: Figure | undefined): string {
  if (!other) return ''
  const hasMoreRows = (other.rows ?? 0) > (first.rows ?? 0)
  return `${(other.value / first.value).toFixed(2)}${hasMoreRows ? '*' : ' '}`
}

async function measureEach(desks: readonly Desk[], measure: Part['measure']): Promise<Figure[][]> {
  const figures: Figure[][] = []
  for (const desk of desks) figures.push(await measure(desk))
  return figures
}

/** What asks while something runs waits, and they take turns in this order. */
function createTurns(): Desk['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

const nameOf = (place: string): string => place.split('/').at(-1) ?? place

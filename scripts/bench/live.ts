import { openForScript } from '../seed/open-kontor.ts'
import { createBook } from './book.ts'
import { type Bench, median, printTable } from './measurement.ts'
import { readCpuMs } from './process-usage.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'
import { openStream, type TestStream } from '#tests/server/live/read-updates.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { join } from 'node:path'

const streamCount = 200
const streamsPerUser = 5
const seconds = 20
const changesPerSecond = 2

/** What 200 open pages cost the server, at rest and while orders change, and how long a change is on its way to them. */
export async function measureLive({ folder }: Bench): Promise<void> {
  const dataFolder = await createBook(join(folder, 'live'), 1000, 1)
  const emails = await addUsers(dataFolder, streamCount / streamsPerUser)
  await using server = await startServer(createKontorServer(dataFolder))
  const { origin, pid } = server
  const cookie = await logIn(origin)
  const numbers = await listOpenOrders(origin, cookie)

  /** Percent of a processor that the server uses meanwhile. */
  const measure = async (work: () => Promise<unknown>): Promise<string> => {
    const [cpuBefore, startedAt] = [readCpuMs(pid), performance.now()]
    await work()
    return `${((100 * (readCpuMs(pid) - cpuBefore)) / (performance.now() - startedAt)).toFixed(1)} %`
  }
  const changeOrders = (afterEach: (number: string) => Promise<void>) => async () => {
    for (let index = 0; index < seconds * changesPerSecond; index += 1) {
      const next = Bun.sleep(1000 / changesPerSecond)
      const number = numbers.pop() ?? ''
      await holdOrder(origin, cookie, number)
      await Promise.all([next, afterEach(number)])
    }
  }

  const changesAlone = await measure(changeOrders(async () => {}))
  const streams = await openStreams(origin, emails)
  const atRest = await measure(() => Bun.sleep(seconds * 1000))
  const delays: number[] = []
  const withChanges = await measure(
    changeOrders(async (number) => {
      const answeredAt = performance.now()
      await Promise.all(streams.map((stream) => receive(stream, number)))
      delays.push(performance.now() - answeredAt)
    }),
  )
  printTable(
    [`${streamCount} streams`, '', 'CPU'],
    [
      ['at rest', '', atRest],
      [`${changesPerSecond} changes a second, no stream open`, '', changesAlone],
      [`${changesPerSecond} changes a second`, '', withChanges],
    ],
  )
  console.log(
    `From the answer to the last page: median ${median(delays).toFixed(0)} ms, at most ${Math.max(...delays).toFixed(0)} ms`,
  )
}

/** Resolves when the page has learned of a change of the order. */
const receive = (stream: TestStream, number: string): Promise<true> =>
  stream.find(({ changes }) => (changes.some((change) => change.number === number) ? true : undefined))

async function addUsers(dataFolder: string, count: number): Promise<string[]> {
  const kontor = await openForScript({ dataFolder })
  const emails: string[] = []
  for (let index = 0; index < count; index += 1) emails.push((await createAccount({ kontor }, 'operations')).email)
  await kontor.database.close()
  return emails
}

async function openStreams(origin: string, emails: readonly string[]): Promise<TestStream[]> {
  const streams: TestStream[] = []
  for (const email of emails) {
    const cookie = await logIn(origin, { email, password })
    const client = {
      fetch: (path: string, init: RequestInit = {}) =>
        fetch(origin + path, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } }),
    }
    for (let index = 0; index < streamsPerUser; index += 1)
      streams.push(await openStream(client, `since=${Date.now()}&order=SO${streams.length % 50}`))
  }
  return streams
}

async function listOpenOrders(origin: string, cookie: string): Promise<string[]> {
  const numbers: string[] = []
  let next: string | null = ''
  while (next !== null && numbers.length < 3 * seconds * changesPerSecond) {
    const query = new URLSearchParams({ status: 'open', ...(next && { cursor: next }) })
    const response = await fetch(`${origin}/api/orders?${query}`, { headers: { cookie } })
    const page = (await response.json()) as { rows: { number: string }[]; next: string | null }
    numbers.push(...page.rows.map(({ number }) => number))
    next = page.next
  }
  return numbers
}

async function holdOrder(origin: string, cookie: string, number: string): Promise<void> {
  const response = await fetch(`${origin}/api/orders/${number}/hold`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Origin': origin, 'Cookie': cookie },
    body: JSON.stringify({ reason: 'Address unclear', version: 1 }),
  })
  if (!response.ok) throw new Error(`Holding ${number} answered ${response.status}: ${await response.text()}`)
}

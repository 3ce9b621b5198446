import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log/log.ts'
import type { ViewerEntry } from '#server/live/viewers.ts'
import type { OrderUpdate } from '#shared/live/views.ts'

/** What the servers of a book tell each other. */
export type LiveMessage =
  | { kind: 'changes'; changes: OrderUpdate[]; isComplete: boolean }
  | { kind: 'jobs'; jobs: string[]; changed?: string[] }
  | { kind: 'viewers'; entries: ViewerEntry[] }
  | { kind: 'left'; id: string }

/** Changes within this time are sent together. */
const delayMs = 200
/** Progress of a job is announced to pages at most twice a second. */
const jobDelayMs = 500
/** As many changes or viewers as fit into the 8,000 bytes of a notification of PostgreSQL, with the longest names. */
const perMessage = 10
/** More changes than this at once are not listed: pages then load everything again. */
const maximumChanges = 50

/** Sends messages to all servers, this one too. Nothing waits for it; a failure is logged, and the pages learn of the change when they are loaded again. */
export function createAnnouncer({ database, log }: { database: Database; log: Log }) {
  let pending: OrderUpdate[] = []
  let isComplete = true
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether each has changed its status. */
  const jobs = new Map<string, boolean>()
  let jobTimer: ReturnType<typeof setTimeout> | undefined

  async function send(message: LiveMessage): Promise<void> {
    try {
      await database.broadcast(JSON.stringify(message))
    } catch (error) {
      log.warn('live update not sent', { error: String(error) })
    }
  }

  async function sendChanges(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const changes = pending
    const wasComplete = isComplete
    pending = []
    isComplete = true
    for (const part of splitIntoParts(changes)) await send({ kind: 'changes', changes: part, isComplete: wasComplete })
  }

  async function sendJobs(): Promise<void> {
    clearTimeout(jobTimer)
    jobTimer = undefined
    const parts = splitIntoParts([...jobs])
    jobs.clear()
    for (const part of parts)
      await send({
        kind: 'jobs',
        jobs: part.map(([id]) => id),
        changed: part.flatMap(([id, isChanged]) => (isChanged ? id : [])),
      })
  }

  database.beforeClose(async () => {
    await sendChanges()
    await sendJobs()
  })
  return {
    /** Announces changes that are committed. */
    announceChanges(changes: readonly OrderUpdate[]): void {
      if (changes.length === 0) return
      pending.push(...changes)
      if (pending.length > maximumChanges) {
        pending = pending.slice(-maximumChanges)
        isComplete = false
      }
      timer ??= setTimeout(() => void sendChanges(), delayMs)
    },
    /** Announces that a job went on, or that it has another status. */
    announceJob(id: string, isChanged: boolean): void {
      jobs.set(id, isChanged || jobs.get(id) === true)
      jobTimer ??= setTimeout(() => void sendJobs(), jobDelayMs)
    },
    announceViewers(entries: readonly ViewerEntry[]): void {
      for (const part of splitIntoParts(entries)) void send({ kind: 'viewers', entries: part })
    },
    announceLeft: (id: string): void => void send({ kind: 'left', id }),
  }
}

const splitIntoParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / perMessage) }, (_, index) =>
    items.slice(index * perMessage, (index + 1) * perMessage),
  )

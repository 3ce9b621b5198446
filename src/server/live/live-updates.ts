import { findEndedSessions } from '#server/auth/access.ts'
import type { Session } from '#server/context.ts'
import type { Database, Db } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type OpenWork, toNavigationCounts } from '#server/home/navigation-counts.ts'
import { createAnnouncer, type LiveMessage } from '#server/live/announce.ts'
import { createEventStreams, encodeUpdate, sessionEndedMessage } from '#server/live/event-streams.ts'
import { createUpdateHistory } from '#server/live/update-history.ts'
import { createViewers, type ViewerEntry } from '#server/live/viewers.ts'
import type { Log } from '#server/log.ts'
import type { LiveUpdate, OrderUpdate } from '#shared/live/views.ts'

interface Deps {
  database: Database
  log: Log
  readOpenWork: (db: Db) => Promise<OpenWork>
  /** Epoch ms. */
  now: () => number
  /** Counts ms and never jumps, unlike the time of day. */
  elapsed?: () => number
}

/** What a page asks for: the order that it has open, and the time up to which it knows all changes, epoch ms. */
export interface Watch {
  order?: string | undefined
  since: number
  /** The page learns of no orders, only of jobs that have another status. */
  withoutOrders?: true
}

/** Tells open pages what others change, which jobs go on, who else has an order open, and that their session has ended, across all servers of the book. */
export interface LiveUpdates {
  /** Announces committed changes soon, without making the writer wait. */
  announce(changes: readonly OrderUpdate[]): void
  /** Announces that a job went on, or that it has another status, after its commit. */
  announceJob(id: string, isChanged: boolean): void
  /** A stream of server-sent events; `undefined` if the user, or all users together, have too many. */
  openStream(session: Session, watch: Watch): Promise<ReadableStream<Uint8Array> | undefined>
  /** The same for a page that cannot have a stream and asks again every few seconds. */
  poll(session: Session, watch: Watch): Promise<LiveUpdate>
  countStreams(): number
  /** Ends all streams and accepts no more. */
  close(): void
}

const noNews = { changes: [], isComplete: true, viewers: null, jobs: [], changedJobs: [], counts: null }

/** What a page without orders learns of an update. */
const omitOrders = (update: LiveUpdate): LiveUpdate => ({ ...update, changes: [], viewers: null, jobs: [] })

const tickMs = 1000
/** A proxy may close a connection that is silent for 30 seconds, as Bun does. */
const heartbeatMs = 15_000
/** How often a server repeats who is connected to it, so that the others know that it is alive. */
const repeatTicks = 4

export function createLiveUpdates({
  database,
  log,
  readOpenWork,
  now,
  elapsed = () => performance.now(),
}: Deps): LiveUpdates {
  const history = createUpdateHistory(now())
  const viewers = createViewers(elapsed)
  const streams = createEventStreams(elapsed)
  const announcer = createAnnouncer({ database, log })
  let listening: Promise<void> | undefined
  let ticking: ReturnType<typeof setInterval> | undefined
  let ticks = 0
  let isClosed = false

  /** Listens from the first page on; resolves without when the database does not answer, and the next page tries again. */
  function startListening(): Promise<void> {
    listening ??= database.listen(receive, onGap).then(onGap, (error: unknown) => {
      listening = undefined
      log.warn('live updates not received', { error: String(error) })
    })
    return listening
  }

  function onGap(): void {
    history.markGap(now())
    sendToAll({ ...nothingNew(), isComplete: false })
  }

  const nothingNew = (): LiveUpdate => ({ now: now(), ...noNews })

  function receive(text: string): void {
    const message = JSON.parse(text) as LiveMessage
    if (message.kind === 'changes') {
      const { changes, isComplete } = message
      history.add(changes, now())
      if (!isComplete) history.markGap(now())
      sendToAll({ ...nothingNew(), changes, isComplete })
    } else if (message.kind === 'jobs') {
      const { jobs, changed = [] } = message
      history.addJobs(jobs, changed, now())
      sendToAll({ ...nothingNew(), jobs, changedJobs: changed })
    } else if (message.kind === 'viewers')
      sendViewers(new Set(message.entries.filter((entry) => viewers.put(entry)).map(({ order }) => order)))
    else {
      const order = viewers.remove(message.id)
      if (order !== undefined) sendViewers(new Set([order]))
    }
  }

  function sendToAll(update: LiveUpdate): void {
    if (streams.count() === 0) return
    const message = encodeUpdate(update)
    const withoutOrders = omitOrders(update)
    const isNews = update.changedJobs.length > 0 || !update.isComplete
    for (const stream of streams.all())
      if (stream.watchesOrders) stream.send(message)
      else if (isNews) stream.send(encodeUpdate(withoutOrders))
  }

  function sendViewers(orders: ReadonlySet<string>): void {
    if (orders.size === 0) return
    for (const { order, session, send } of streams.all())
      if (order !== undefined && orders.has(order))
        send(encodeUpdate({ ...nothingNew(), viewers: viewers.list(order, session.user.id) }))
  }

  function createUpdate(session: Session, watch: Watch): LiveUpdate {
    const { order, since, withoutOrders } = watch
    const others = order === undefined ? [] : viewers.list(order, session.user.id)
    const update = { now: now(), ...history.since(since), viewers: others, counts: null }
    return withoutOrders ? omitOrders(update) : update
  }

  const toEntry = (id: string, order: string, since: number, { user }: Session): ViewerEntry => ({
    id,
    order,
    user: { id: user.id, name: user.name },
    since,
  })

  async function tick(): Promise<void> {
    await endUnauthorizedStreams()
    await sendCounts()
    sendViewers(viewers.expire())
    if (++ticks % repeatTicks === 0) announcer.announceViewers([...ownEntries.values()])
    const silentSince = elapsed() - heartbeatMs
    const silent = [...streams.all()].filter(({ lastSentAt }) => lastSentAt <= silentSince)
    for (const { send, counts } of silent) send(encodeUpdate({ ...nothingNew(), counts }))
    if (streams.count() === 0 && viewers.isEmpty()) stopTicking()
  }

  /** The pages that this server has a stream to. */
  const ownEntries = new Map<string, ViewerEntry>()

  async function endUnauthorizedStreams(): Promise<void> {
    const sessions = new Map([...streams.all()].map(({ session }) => [session.id, session]))
    if (sessions.size === 0) return
    try {
      // A role that loses the permission to see orders is another role, which ends streams too.
      const ended = await findEndedSessions({ database, now }, [...sessions.values()], 'logged-in')
      for (const stream of [...streams.all()])
        if (ended.has(stream.session.id)) {
          stream.send(sessionEndedMessage)
          stream.close()
        }
    } catch (error) {
      log.warn('sessions of live updates not checked', { error: String(error) })
    }
  }

  /** Whatever changed them: they are read as rarely as sessions are checked, and on SQLite only after a commit. */
  async function sendCounts(): Promise<void> {
    if (streams.count() === 0) return
    try {
      const work = await readOpenWork(database.read)
      for (const stream of [...streams.all()]) {
        const counts = toNavigationCounts(work, stream.session)
        if (Bun.deepEquals(counts, stream.counts)) continue
        stream.counts = counts
        stream.send(encodeUpdate({ ...nothingNew(), counts }))
      }
    } catch (error) {
      log.warn('counts of the navigation not read', { error: String(error) })
    }
  }

  let isTicking = false
  function startTicking(): void {
    ticking ??= setInterval(() => {
      if (isTicking) return
      isTicking = true
      void tick().finally(() => (isTicking = false))
    }, tickMs)
  }

  function stopTicking(): void {
    clearInterval(ticking)
    ticking = undefined
  }

  function close(): void {
    isClosed = true
    stopTicking()
    for (const stream of [...streams.all()]) stream.close()
  }

  database.beforeClose(async () => close())
  return {
    announce: announcer.announceChanges,
    announceJob: announcer.announceJob,
    async openStream(session, watch) {
      await startListening()
      if (isClosed || !streams.hasRoomFor(session)) return undefined
      startTicking()
      const { order, withoutOrders } = watch
      const id = newId()
      if (order !== undefined) ownEntries.set(id, toEntry(id, order, now(), session))
      const stream = streams.open(
        { id, session, watchesOrders: !withoutOrders, order },
        createUpdate(session, watch),
        () => {
          if (ownEntries.delete(id)) announcer.announceLeft(id)
        },
      )
      if (order !== undefined) announcer.announceViewers([toEntry(id, order, now(), session)])
      return stream
    },
    async poll(session, watch) {
      await startListening()
      const { order } = watch
      if (order !== undefined && !isClosed) {
        startTicking()
        announcer.announceViewers([toEntry(`${session.user.id}/${order}`, order, now(), session)])
      }
      const counts = toNavigationCounts(await readOpenWork(database.read), session)
      return { ...createUpdate(session, watch), counts }
    },
    countStreams: streams.count,
    close,
  }
}

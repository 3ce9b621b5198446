import { findEndedSessions } from '#server/auth/access.ts'
import type { Session } from '#server/context.ts'
import type { Database, Db } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type OpenWork, toNavigationCounts } from '#server/home/navigation-counts.ts'
import { createAnnouncer, type LiveMessage } from '#server/live/announce.ts'
import { createEventStreams, encodeUpdate, sessionEndedMessage } from '#server/live/event-streams.ts'
import { createUpdateHistory } from '#server/live/update-history.ts'
import { createViewers, type ViewerEntry } from '#server/live/viewers.ts'
import type { Log } from '#server/log/log.ts'
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

export const createLiveUpdates = (deps: Deps): LiveUpdates => new OpenPages(deps)

/** The pages that this server tells of updates, and what it has learned from all servers. */
class OpenPages implements LiveUpdates {
  readonly #database: Database
  readonly #log: Log
  readonly #readOpenWork: Deps['readOpenWork']
  readonly #now: Deps['now']
  readonly #elapsed: () => number
  readonly #history: ReturnType<typeof createUpdateHistory>
  readonly #viewers: ReturnType<typeof createViewers>
  readonly #streams: ReturnType<typeof createEventStreams>
  readonly #announcer: ReturnType<typeof createAnnouncer>
  /** The pages with an order open that this server has a stream to. */
  readonly #ownEntries = new Map<string, ViewerEntry>()
  #listening: Promise<void> | undefined
  #ticking: ReturnType<typeof setInterval> | undefined
  #ticks = 0
  #isTicking = false
  #isClosed = false

  constructor({ database, log, readOpenWork, now, elapsed = () => performance.now() }: Deps) {
    this.#database = database
    this.#log = log
    this.#readOpenWork = readOpenWork
    this.#now = now
    this.#elapsed = elapsed
    this.#history = createUpdateHistory(now())
    this.#viewers = createViewers(elapsed)
    this.#streams = createEventStreams(elapsed)
    this.#announcer = createAnnouncer({ database, log })
    database.beforeClose(async () => this.close())
  }

  announce(changes: readonly OrderUpdate[]): void {
    this.#announcer.announceChanges(changes)
  }

  announceJob(id: string, isChanged: boolean): void {
    this.#announcer.announceJob(id, isChanged)
  }

  async openStream(session: Session, watch: Watch): Promise<ReadableStream<Uint8Array> | undefined> {
    await this.#startListening()
    if (this.#isClosed || !this.#streams.hasRoomFor(session)) return undefined
    this.#startTicking()
    const { order, withoutOrders } = watch
    const id = newId()
    if (order !== undefined) this.#ownEntries.set(id, toEntry(id, order, this.#now(), session))
    const stream = this.#streams.open(
      { id, session, watchesOrders: !withoutOrders, order },
      this.#createUpdate(session, watch),
      () => {
        if (this.#ownEntries.delete(id)) this.#announcer.announceLeft(id)
      },
    )
    if (order !== undefined) this.#announcer.announceViewers([toEntry(id, order, this.#now(), session)])
    return stream
  }

  async poll(session: Session, watch: Watch): Promise<LiveUpdate> {
    await this.#startListening()
    const { order } = watch
    if (order !== undefined && !this.#isClosed) {
      this.#startTicking()
      this.#announcer.announceViewers([toEntry(`${session.user.id}/${order}`, order, this.#now(), session)])
    }
    const counts = toNavigationCounts(await this.#readOpenWork(this.#database.read), session)
    return { ...this.#createUpdate(session, watch), counts }
  }

  countStreams(): number {
    return this.#streams.count()
  }

  close(): void {
    this.#isClosed = true
    this.#stopTicking()
    for (const stream of [...this.#streams.all()]) stream.close()
  }

  #createUpdate(session: Session, { order, since, withoutOrders }: Watch): LiveUpdate {
    const viewers = order === undefined ? [] : this.#viewers.list(order, session.user.id)
    const update = { now: this.#now(), ...this.#history.since(since), viewers, counts: null }
    return withoutOrders ? omitOrders(update) : update
  }

  #nothingNew(): LiveUpdate {
    return { now: this.#now(), ...noNews }
  }

  /** Listens from the first page on; resolves without when the database does not answer, and the next page tries again. */
  #startListening(): Promise<void> {
    const onGap = (): void => this.#onGap()
    this.#listening ??= this.#database
      .listen((text) => this.#receive(text), onGap)
      .then(onGap, (error: unknown) => {
        this.#listening = undefined
        this.#log.warn('live updates not received', { error: String(error) })
      })
    return this.#listening
  }

  #onGap(): void {
    this.#history.markGap(this.#now())
    this.#sendToAll({ ...this.#nothingNew(), isComplete: false })
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as LiveMessage
    if (message.kind === 'changes') {
      const { changes, isComplete } = message
      this.#history.add(changes, this.#now())
      if (!isComplete) this.#history.markGap(this.#now())
      this.#sendToAll({ ...this.#nothingNew(), changes, isComplete })
    } else if (message.kind === 'jobs') {
      const { jobs, changed = [] } = message
      this.#history.addJobs(jobs, changed, this.#now())
      this.#sendToAll({ ...this.#nothingNew(), jobs, changedJobs: changed })
    } else if (message.kind === 'viewers') {
      const added = message.entries.filter((entry) => this.#viewers.put(entry))
      this.#sendViewers(new Set(added.map(({ order }) => order)))
    } else {
      const order = this.#viewers.remove(message.id)
      if (order !== undefined) this.#sendViewers(new Set([order]))
    }
  }

  #sendToAll(update: LiveUpdate): void {
    if (this.#streams.count() === 0) return
    const message = encodeUpdate(update)
    const withoutOrders = omitOrders(update)
    const isNews = update.changedJobs.length > 0 || !update.isComplete
    for (const stream of this.#streams.all())
      if (stream.watchesOrders) stream.send(message)
      else if (isNews) stream.send(encodeUpdate(withoutOrders))
  }

  #sendViewers(orders: ReadonlySet<string>): void {
    if (orders.size === 0) return
    for (const { order, session, send } of this.#streams.all())
      if (order !== undefined && orders.has(order))
        send(encodeUpdate({ ...this.#nothingNew(), viewers: this.#viewers.list(order, session.user.id) }))
  }

  #startTicking(): void {
    this.#ticking ??= setInterval(() => {
      if (this.#isTicking) return
      this.#isTicking = true
      void this.#tick().finally(() => (this.#isTicking = false))
    }, tickMs)
  }

  #stopTicking(): void {
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  async #tick(): Promise<void> {
    await this.#endUnauthorizedStreams()
    await this.#sendCounts()
    this.#sendViewers(this.#viewers.expire())
    if (++this.#ticks % repeatTicks === 0) this.#announcer.announceViewers([...this.#ownEntries.values()])
    const silentSince = this.#elapsed() - heartbeatMs
    const silent = [...this.#streams.all()].filter(({ lastSentAt }) => lastSentAt <= silentSince)
    for (const { send, counts } of silent) send(encodeUpdate({ ...this.#nothingNew(), counts }))
    if (this.#streams.count() === 0 && this.#viewers.isEmpty()) this.#stopTicking()
  }

  async #endUnauthorizedStreams(): Promise<void> {
    const sessions = new Map([...this.#streams.all()].map(({ session }) => [session.id, session]))
    if (sessions.size === 0) return
    try {
      // A role that loses the permission to see orders is another role, which ends streams too.
      const deps = { database: this.#database, now: this.#now }
      const ended = await findEndedSessions(deps, [...sessions.values()], 'logged-in')
      for (const stream of [...this.#streams.all()])
        if (ended.has(stream.session.id)) {
          stream.send(sessionEndedMessage)
          stream.close()
        }
    } catch (error) {
      this.#log.warn('sessions of live updates not checked', { error: String(error) })
    }
  }

  /** Whatever changed them: they are read as rarely as sessions are checked, and on SQLite only after a commit. */
  async #sendCounts(): Promise<void> {
    if (this.#streams.count() === 0) return
    try {
      const work = await this.#readOpenWork(this.#database.read)
      for (const stream of [...this.#streams.all()]) {
        const counts = toNavigationCounts(work, stream.session)
        if (Bun.deepEquals(counts, stream.counts)) continue
        stream.counts = counts
        stream.send(encodeUpdate({ ...this.#nothingNew(), counts }))
      }
    } catch (error) {
      this.#log.warn('counts of the navigation not read', { error: String(error) })
    }
  }
}

const toEntry = (id: string, order: string, since: number, { user }: Session): ViewerEntry => ({
  id,
  order,
  user: { id: user.id, name: user.name },
  since,
})

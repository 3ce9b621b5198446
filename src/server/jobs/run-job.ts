import { inTransaction } from '#server/auth/access.ts'
import { findJobSession } from '#server/auth/job-session.ts'
import { type AuthenticatedContext, createOperatorContext, type Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import { recordEvents } from '#server/events/events.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import {
  type ItemJobKind,
  type ItemOutcome,
  JobInterrupted,
  type JobKind,
  type JobStep,
} from '#server/jobs/job-kind.ts'
import { countResult, leaseMs } from '#server/jobs/lease-store.ts'
import { toFileFailure, workOnFile } from '#server/jobs/work-on-file.ts'
import * as store from '#server/jobs/store.ts'
import { toErrorFields } from '#server/log/log.ts'
import { isStorageOutage } from '#server/problems/to-problem-error.ts'
import type { JobFailure } from '#shared/jobs/job.ts'
import type { Locale } from '#shared/locales.ts'
import { ProblemError } from '#shared/problem.ts'

/** Items that are read at once. */
const sliceSize = 100

/** A job that this server has claimed, as it was then: `lease_owner` is that of the claim. */
export interface ClaimedJob {
  job: store.JobRecord
  kind: JobKind
  /** Whether the server is about to stop: the job then stays for another one. */
  isStopping: () => boolean
}

/**
 * Works on the items of a job that have no result, one by one, or on its file, until nothing is left, the job is paused or cancelled, its user may
 * not go on, or the server stops.
 */
export async function runJob(kontor: Kontor, claimed: ClaimedJob): Promise<void> {
  const { job, isStopping } = claimed
  const { kind } = claimed
  const context = await createJobContext(kontor, claimed)
  if (!context) return fail(kontor, claimed, 'account')
  try {
    await ('work' in kind ? workOnFile(context, claimed, kind) : runItems(context, claimed, kind))
    await finish(context, claimed)
  } catch (error) {
    const failure = toFailure(error) ?? ('work' in kind ? toFileFailure(kontor, job, error) : undefined)
    if (failure) return fail(kontor, claimed, failure)
    if (!(error instanceof JobInterrupted)) throw error
    if (isStopping()) await release(kontor, claimed)
  }
}

async function runItems(context: AuthenticatedContext, claimed: ClaimedJob, kind: ItemJobKind): Promise<void> {
  const { job, isStopping } = claimed
  for (let after = 0; ;) {
    const items = await store.listWaitingItems(context.kontor.database.read, job.id, { after, limit: sliceSize })
    if (items.length === 0) return
    for (const item of items) {
      if (isStopping()) throw new JobInterrupted()
      await runItem(context, claimed, kind, item)
      await yieldToEventLoop()
      after = item.position
    }
  }
}

/** The context of a job's user as they are now; `undefined` if the account or the API token that made the job is not active. */
async function createJobContext(kontor: Kontor, { job, kind }: ClaimedJob): Promise<AuthenticatedContext | undefined> {
  const identity = { id: job.id, userId: job.user_id, tokenId: job.token_id, createdAt: job.created_at }
  const session = await findJobSession(kontor.database.read, identity, kontor.now())
  const { locale } = JSON.parse(job.parameters) as { locale?: Locale }
  const context = { ...createOperatorContext(kontor, locale), access: kind.permission, requestId: job.id }
  return session ? { ...context, session } : undefined
}

async function runItem(
  context: AuthenticatedContext,
  { job }: ClaimedJob,
  kind: ItemJobKind,
  item: store.JobItemRecord,
): Promise<void> {
  const { kontor } = context
  const settle: JobStep['settle'] = async (transaction, { result, reason = '', undo }: ItemOutcome) => {
    const leaseUntil = kontor.now() + leaseMs
    if (!(await countResult(transaction, { id: job.id, owner: job.lease_owner, result, leaseUntil })))
      throw new JobInterrupted()
    const place = { jobId: job.id, position: item.position }
    const outcome = { result, reason, undo: undo ? JSON.stringify(undo) : '' }
    if (!(await store.settleItem(transaction, place, outcome))) throw new JobInterrupted()
    afterCommit(transaction, () => kontor.live.announceJob(job.id, false))
  }
  const run = job.undoes === null ? kind.run : kind.undo
  try {
    if (!run) throw new Error(`Jobs of the kind ${job.kind} cannot be undone`)
    await run({ context, job, item, settle })
  } catch (error) {
    // While the database cannot be written, the job waits until its lease is over.
    if (error instanceof JobInterrupted || toFailure(error) || isStorageOutage(error)) throw error
    if (!(error instanceof ProblemError)) kontor.log.error('job item failed', { job: job.id, ...toErrorFields(error) })
    const reason = error instanceof ProblemError ? error.problem : 'failed'
    await inTransaction(createOperatorContext(kontor), (transaction) =>
      settle(transaction, { result: 'refused', reason }),
    )
  }
}

/** What an error says about the user of the job rather than about one item. */
function toFailure(error: unknown): JobFailure | undefined {
  if (!(error instanceof ProblemError)) return undefined
  const { problem } = error
  if (problem === 'not-logged-in' || problem === 'invalid-token') return 'account'
  return problem === 'permission-denied' || problem === 'second-factor-setup-required' ? 'permission' : undefined
}

/** Ends the job and records an event in the name of its user. */
async function finish(context: AuthenticatedContext, { job }: ClaimedJob): Promise<void> {
  const { kontor } = context
  await inTransaction(createOperatorContext(kontor), async (transaction) => {
    const current = await store.findJob(transaction, job.id)
    if (current?.status !== 'running' || current.lease_owner !== job.lease_owner) throw new JobInterrupted()
    await store.updateJob(transaction, job.id, {
      status: 'finished',
      ended_at: kontor.now(),
      lease_owner: '',
      lease_until: 0,
    })
    await recordEvents(transaction, context, {
      action: 'job.finished',
      objectType: 'job',
      objectId: job.id,
      objectLabel: job.kind,
      parameters: {
        kind: job.kind,
        ...(job.undoes !== null && { undoes: job.undoes }),
        done: current.done_count,
        skipped: current.skipped_count,
        refused: current.refused_count,
      },
    })
  })
}

const fail = (kontor: Kontor, { job }: ClaimedJob, failure: JobFailure): Promise<void> =>
  inTransaction(createOperatorContext(kontor), async (transaction) => {
    const current = await store.findJob(transaction, job.id)
    if (current?.status !== 'running' || current.lease_owner !== job.lease_owner) return
    const ended = { status: 'failed', failure, ended_at: kontor.now(), lease_owner: '', lease_until: 0 } as const
    await store.updateJob(transaction, job.id, ended)
    await recordEvents(transaction, createOperatorContext(kontor), {
      action: 'job.failed',
      objectType: 'job',
      objectId: job.id,
      objectLabel: job.kind,
      parameters: { kind: job.kind, failure },
    })
  })

/** Gives the job to the next server at once. */
const release = (kontor: Kontor, { job }: ClaimedJob): Promise<void> =>
  inTransaction(createOperatorContext(kontor), async (transaction) => {
    const current = await store.findJob(transaction, job.id)
    if (current?.lease_owner === job.lease_owner)
      await store.updateJob(transaction, job.id, { lease_owner: '', lease_until: 0 })
  })

import { findJobSession } from '#server/auth/job-session.ts'
import { type AuthenticatedContext, createOperatorContext } from '#server/context.ts'
import { createJob } from '#server/jobs/create-job.ts'
import type { JobList } from '#shared/jobs/views.ts'
import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

/** More than are written in one transaction. */
const orderCount = 520

forEachDatabase((_name, open) => {
  test('an undo that was not prepared, because the server stopped, leaves the job to be undone, once', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: orderCount }, (_, index) => createDraft(index + 1)),
    )
    const jobs = createJobClient(owner)
    const stop = runJobs(kontor)
    try {
      const { answer } = await jobs.create({ action: 'tag', tag: 'gift', all: '1', start: '1' })
      expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: orderCount })

      const identity = { id: answer.id, userId: owner.id, tokenId: null, createdAt: kontor.clock.now }
      const session = await findJobSession(kontor.kontor.database.read, identity, kontor.clock.now)
      const context = {
        ...createOperatorContext(kontor.kontor),
        access: 'orders.bulk',
        session,
      } as AuthenticatedContext
      const [stopped] = await Promise.allSettled([
        createJob(context, {
          kind: 'tag',
          parameters: {},
          items: [],
          start: true,
          undoes: answer.id,
          prepare: () => Promise.reject(new Error('The server stops')),
        }),
      ])
      expect(stopped.status).toBe('rejected')
      expect(await jobs.load(answer.id)).toMatchObject({ undoneBy: null, actions: ['undo'] })
      expect(await findViolations(kontor)).toEqual([])

      const answers = await Promise.all([1, 2, 3].map(() => jobs.change(answer.id, 'undo')))
      expect(answers.map(({ code }) => code).toSorted()).toEqual([201, 409, 409])
      const undoing = answers.find(({ code }) => code === 201)?.answer.id ?? ''
      expect(await jobs.waitFor(undoing)).toMatchObject({ status: 'finished', done: orderCount, undoes: answer.id })
      expect(await jobs.load(answer.id)).toMatchObject({ undoneBy: undoing, actions: [] })
      const { jobs: listed } = (await (await owner.fetch('/api/jobs')).json()) as JobList
      expect(listed.map(({ id }) => id)).toEqual([undoing, answer.id])
      expect(await findViolations(kontor)).toEqual([])
    } finally {
      stop()
    }
  })
})

import { createSession } from '#client/session/session.ts'
import type { SessionView } from '#shared/staff/views.ts'
import { describe, expect, test } from 'bun:test'

const anna: SessionView = {
  user: { id: 'anna', name: 'Anna Shen', email: 'anna@qinghe.example', role: 'owner', locale: 'en' },
  loggedInAt: 1,
  id: 'session',
}

/** A session with a scripted server; `calls` records its requests. */
function createTestSession(answers: { fetched?: SessionView; deleted?: boolean }) {
  const calls: string[] = []
  const session = createSession({
    fetchSession: async () => {
      calls.push('fetch')
      if (!answers.fetched) throw new Error('no answer')
      return answers.fetched
    },
    deleteSession: async () => {
      calls.push('delete')
      if (!answers.deleted) throw new Error('no answer')
    },
    redirectTo: (address) => calls.push(`leave for ${address}`),
  })
  return { session, calls }
}

describe('the session', () => {
  test('is part of the page: ready at once, without a request', () => {
    const { session, calls } = createTestSession({})
    session.setSession(anna)
    expect(session.snapshot()).toEqual({ session: anna, ready: true })
    expect(session.loggedIn()).toBe(true)
    expect(calls).toEqual([])
  })

  test('is not ready before the first fetch, when the page does not contain it', async () => {
    const { session, calls } = createTestSession({ fetched: anna })
    expect(session.snapshot()).toEqual({ session: {}, ready: false })
    await session.refresh()
    expect(session.snapshot()).toEqual({ session: anna, ready: true })
    expect(calls).toEqual(['fetch'])
  })

  test('is empty but ready when the fetch fails, without a retry', async () => {
    const { session, calls } = createTestSession({})
    session.setSession(anna)
    await session.refresh()
    expect(session.snapshot()).toEqual({ session: {}, ready: true })
    expect(session.loggedIn()).toBe(false)
    expect(calls).toEqual(['fetch'])
  })

  test('notifies subscribers after a fetch, but not after a navigation', async () => {
    const { session } = createTestSession({ fetched: anna })
    const heard: SessionView[] = []
    const stop = session.subscribe(({ session: view }) => heard.push(view))
    session.setSession(anna)
    await session.refresh()
    stop()
    await session.refresh()
    expect(heard).toEqual([anna])
  })

  test('ends on the server first, then opens the login page', async () => {
    const { session, calls } = createTestSession({ deleted: true })
    session.setSession(anna)
    await session.logOut()
    expect(session.snapshot()).toEqual({ session: {}, ready: true })
    expect(calls).toEqual(['delete', 'leave for /login'])
  })

  test('is unchanged when the server fails to end it', async () => {
    const { session, calls } = createTestSession({ deleted: false })
    session.setSession(anna)
    await expect(session.logOut()).rejects.toThrow('no answer')
    expect(session.loggedIn()).toBe(true)
    expect(calls).toEqual(['delete'])
  })
})

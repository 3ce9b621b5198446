import { createSession } from '#client/session/session.ts'
import type { SessionView } from '#shared/staff/views.ts'
import { describe, expect, test } from 'bun:test'

const anna: SessionView = {
  user: { id: 'anna', name: 'Anna Shen', email: 'anna@qinghe.example', role: 'owner', locale: 'en' },
  loggedInAt: 1,
  id: 'session',
}

/** A session against a server that answers as it is told; `calls` counts what it was asked. */
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

describe('the session of a visitor', () => {
  test('comes with the page: it is ready at once and nobody is asked', () => {
    const { session, calls } = createTestSession({})
    session.setSession(anna)
    expect(session.snapshot()).toEqual({ session: anna, ready: true })
    expect(session.loggedIn()).toBe(true)
    expect(calls).toEqual([])
  })

  test('is not ready before the first fetch ended, where the page did not bring it', async () => {
    const { session, calls } = createTestSession({ fetched: anna })
    expect(session.snapshot()).toEqual({ session: {}, ready: false })
    await session.refresh()
    expect(session.snapshot()).toEqual({ session: anna, ready: true })
    expect(calls).toEqual(['fetch'])
  })

  test('is none, but ready, when the fetch fails; there is no second try', async () => {
    const { session, calls } = createTestSession({})
    session.setSession(anna)
    await session.refresh()
    expect(session.snapshot()).toEqual({ session: {}, ready: true })
    expect(session.loggedIn()).toBe(false)
    expect(calls).toEqual(['fetch'])
  })

  test('tells who listens that it was fetched, and not that a screen brought it', async () => {
    const { session } = createTestSession({ fetched: anna })
    const heard: SessionView[] = []
    const stop = session.subscribe(({ session: view }) => heard.push(view))
    session.setSession(anna)
    await session.refresh()
    stop()
    await session.refresh()
    expect(heard).toEqual([anna])
  })

  test('ends on the server first, then leads to the log-in page', async () => {
    const { session, calls } = createTestSession({ deleted: true })
    session.setSession(anna)
    await session.logOut()
    expect(session.snapshot()).toEqual({ session: {}, ready: true })
    expect(calls).toEqual(['delete', 'leave for /login'])
  })

  test('stays as it is when the server did not end it', async () => {
    const { session, calls } = createTestSession({ deleted: false })
    session.setSession(anna)
    expect(session.logOut()).rejects.toThrow('no answer')
    await Promise.resolve()
    expect(session.loggedIn()).toBe(true)
    expect(calls).toEqual(['delete'])
  })
})

import { createUserChangeCheck } from '#client/session/user-change.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'
import { describe, expect, test } from 'bun:test'

const anna: SessionUser = { id: 'anna', name: 'Anna', email: 'anna@example.com', role: 'owner', locale: 'en' }
const ben: SessionUser = { ...anna, id: 'ben', name: 'Ben' }
const viewOf = (user: SessionUser | null, id = 'session'): SessionView => (user ? { user, loggedInAt: 1, id } : {})

function createCheck(page: SessionUser | null, peek: () => Promise<SessionView>, viewedBy?: string) {
  let peeks = 0
  let reloads = 0
  const check = createUserChangeCheck({
    snapshot: () => ({
      session: { ...viewOf(page), ...(viewedBy && { viewedBy: { name: viewedBy, until: 2 } }) } as SessionView,
    }),
    peek: () => {
      peeks += 1
      return peek()
    },
    reload: () => void (reloads += 1),
  })
  return { check, countPeeks: () => peeks, countReloads: () => reloads }
}

describe('the user of a page', () => {
  test('is compared with the one who is logged in, once for concurrent checks', async () => {
    const { check, countPeeks } = createCheck(anna, async () => viewOf(ben))
    let shown = 0
    check.subscribe(() => (shown += 1))
    await Promise.all([check.check(), check.check()])
    expect([check.change(), countPeeks(), shown]).toEqual([{ before: anna, now: ben }, 1, 1])
    check.dismiss()
    expect(check.change()).toBeNull()
    await check.check()
    expect(check.change()).toEqual({ before: anna, now: ben })
  })

  test('has not changed after a new login of the same user, without a session, or when the server does not answer', async () => {
    for (const peek of [
      async () => viewOf(anna, 'another session'),
      async () => viewOf(null),
      () => Promise.reject(new Error('offline')),
    ]) {
      const { check } = createCheck(anna, peek)
      await check.check()
      expect(check.change()).toBeNull()
    }
  })

  test('who was only viewed is no longer when the view ends: the page is loaded again', async () => {
    const { check, countReloads } = createCheck(anna, async () => viewOf(ben), 'Ben')
    await check.check()
    expect([check.change(), countReloads()]).toEqual([null, 1])
  })

  test('is not asked for on a page for guests', async () => {
    const { check, countPeeks } = createCheck(null, async () => viewOf(ben))
    await check.check()
    expect([check.change(), countPeeks()]).toEqual([null, 0])
  })
})

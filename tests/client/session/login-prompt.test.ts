import { createLoginPrompt } from '#client/session/login-prompt.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'
import { describe, expect, test } from 'bun:test'

const anna: SessionUser = { id: 'anna', name: 'Anna', email: 'anna@example.com', role: 'owner', locale: 'en' }

function createPrompt(user: SessionUser | null, viewedBy?: { name: string; until: number }) {
  const calls: string[] = []
  let current: SessionView = {}
  const view: SessionView = user ? { user, loggedInAt: 1, id: 'session', ...(viewedBy && { viewedBy }) } : {}
  const prompt = createLoginPrompt({
    session: {
      snapshot: () => ({ session: view }),
      refresh: async () => void calls.push('refresh'),
      peek: async () => current,
    },
    reload: () => void calls.push('reload'),
  })
  return {
    prompt,
    calls,
    logInElsewhere: (other: SessionUser) => (current = { user: other, loggedInAt: 2, id: 'new' }),
  }
}

describe('the login prompt', () => {
  test('opens once for concurrent calls, and all of them go on after the login', async () => {
    const { prompt, calls } = createPrompt(anna)
    const shown: (string | undefined)[] = []
    prompt.subscribe(() => shown.push(prompt.user()?.id))
    const requests = [prompt.request(), prompt.request()]
    expect(prompt.user()).toEqual(anna)
    await prompt.complete(anna)
    expect(await Promise.all(requests)).toEqual([true, true])
    expect(calls).toEqual(['refresh'])
    expect(shown).toEqual(['anna', undefined])
  })

  test('can be canceled, and opens again for the next call, but not for what happens in the background', async () => {
    const { prompt, calls } = createPrompt(anna)
    const request = prompt.request()
    prompt.cancel()
    expect([await request, prompt.user(), calls]).toEqual([false, null, []])
    prompt.announce()
    expect(prompt.user()).toBeNull()
    void prompt.request()
    expect(prompt.user()).toEqual(anna)
    await prompt.complete(anna)
    prompt.announce()
    expect(prompt.user()).toEqual(anna)
  })

  test('asks for a proof instead of a login, and goes on after it', async () => {
    const { prompt, calls } = createPrompt(anna)
    const request = prompt.request(['password', 'passkey'])
    expect([prompt.user(), prompt.factors()]).toEqual([null, ['password', 'passkey']])
    prompt.confirmed()
    expect([await request, prompt.factors(), calls]).toEqual([true, null, []])
  })

  test('goes on after a login in another tab', async () => {
    const { prompt, calls, logInElsewhere } = createPrompt(anna)
    const request = prompt.request()
    await prompt.check()
    expect(prompt.user()).toEqual(anna)
    logInElsewhere(anna)
    await prompt.check()
    expect([await request, prompt.user(), calls]).toEqual([true, null, ['refresh']])
  })

  test('reloads the page for another user', async () => {
    const { prompt, calls } = createPrompt(anna)
    void prompt.request()
    await prompt.complete({ ...anna, id: 'ben' })
    expect(calls).toEqual(['reload'])
  })

  test('reloads a page that shows what another user sees, who cannot log in there', async () => {
    const { prompt, calls } = createPrompt(anna, { name: 'Ben', until: 2 })
    expect([await prompt.request(), prompt.user(), calls]).toEqual([false, null, ['reload']])
  })

  test('does not open for a guest', async () => {
    const { prompt } = createPrompt(null)
    expect([await prompt.request(), prompt.user()]).toEqual([false, null])
  })
})

import { createLoginPrompt } from '#client/session/login-prompt.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'
import { describe, expect, test } from 'bun:test'

const anna: SessionUser = { id: 'anna', name: 'Anna', email: 'anna@example.com', role: 'owner', locale: 'en' }

function createPrompt(user: SessionUser | null) {
  const calls: string[] = []
  const view: SessionView = user ? { user, loggedInAt: 1, id: 'session' } : {}
  const prompt = createLoginPrompt({
    session: { snapshot: () => ({ session: view }), refresh: async () => void calls.push('refresh') },
    reload: () => void calls.push('reload'),
  })
  return { prompt, calls }
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

  test('can be canceled, and opens again for the next call', async () => {
    const { prompt, calls } = createPrompt(anna)
    const request = prompt.request()
    prompt.cancel()
    expect([await request, prompt.user(), calls]).toEqual([false, null, []])
    void prompt.request()
    expect(prompt.user()).toEqual(anna)
  })

  test('asks for a proof instead of a login, and goes on after it', async () => {
    const { prompt, calls } = createPrompt(anna)
    const request = prompt.request(['password', 'passkey'])
    expect([prompt.user(), prompt.factors()]).toEqual([null, ['password', 'passkey']])
    prompt.confirmed()
    expect([await request, prompt.factors(), calls]).toEqual([true, null, []])
  })

  test('reloads the page for another user', async () => {
    const { prompt, calls } = createPrompt(anna)
    void prompt.request()
    await prompt.complete({ ...anna, id: 'ben' })
    expect(calls).toEqual(['reload'])
  })

  test('does not open for a guest', async () => {
    const { prompt } = createPrompt(null)
    expect([await prompt.request(), prompt.user()]).toEqual([false, null])
  })
})

import type { Problem } from '#shared/problem.ts'
import type { RequestOf } from '#shared/routes/endpoints.ts'
import { newIdAt } from '#server/db/id.ts'
import type { Sample } from '#tests/server/http/endpoint-samples.ts'
import { addAuthenticator, startTotpSetup } from '#tests/support/test-factors.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'

type FactorEndpoint = 'continueLogin' | 'confirmIdentity' | 'addTotp' | 'removeTotp' | 'createRecoveryCodes'

/** The samples of the endpoints about second factors. `setStatus` changes an account in the database. */
export function createFactorSamples(
  kontor: TestKontor,
  setStatus: (id: string, status: 'pending' | 'suspended') => Promise<void>,
  repeat: (json: () => object, path: string) => Promise<Response>,
): { [Name in FactorEndpoint]: Sample<Name> } & { secondFactorProblems: Sample<'login'>['problems'] } {
  const newUserWithApp = async () => {
    const user = await kontor.createUser('viewer')
    return { user, ...(await addAuthenticator(kontor, user)) }
  }
  const startLogin = async (email: string): Promise<string> => {
    const response = await kontor.fetch('/api/auth/login', { json: { email, password } })
    return ((await response.json()) as Problem).login ?? ''
  }
  const pendingLogin = async (): Promise<RequestOf<'continueLogin'>> => {
    const { user, code } = await newUserWithApp()
    return { login: await startLogin(user.email), code: code() }
  }
  const pendingLoginThen = async (status: 'pending' | 'suspended'): Promise<RequestOf<'continueLogin'>> => {
    const { user, code } = await newUserWithApp()
    const login = await startLogin(user.email)
    await setStatus(user.id, status)
    return { login, code: code() }
  }
  const removeApp = (user: TestUser): Promise<Response> => user.fetch('/api/account/totp', { method: 'DELETE' })

  return {
    secondFactorProblems: {
      'second-factor-required': { input: async () => ({ email: (await newUserWithApp()).user.email, password }) },
      'invalid-code': {
        input: async () => ({ email: (await newUserWithApp()).user.email, password, code: 'not-one' }),
      },
    },
    continueLogin: {
      input: pendingLogin,
      problems: {
        'login-expired': { input: () => ({ login: 'forged', code: '123456' }) },
        'invalid-code': { input: async () => ({ ...(await pendingLogin()), code: 'not-one' }) },
        'account-pending': { input: () => pendingLoginThen('pending') },
        'account-suspended': { input: () => pendingLoginThen('suspended') },
        'too-many-attempts': {
          send: async () => {
            const { login } = await pendingLogin()
            return repeat(() => ({ login, code: 'not-one' }), '/api/auth/login/code')
          },
        },
      },
    },
    confirmIdentity: {
      input: () => ({ password }),
      problems: {
        'invalid-credentials': { input: () => ({ password: 'a wrong password' }) },
        'invalid-code': { input: () => ({ code: 'not-one' }) },
        'too-many-attempts': {
          send: async () => {
            const user = await kontor.createUser('viewer')
            for (;;) {
              const response = await user.fetch('/api/account/confirmation', { json: { password: 'a wrong password' } })
              if (response.status === 429) return response
            }
          },
        },
      },
    },
    addTotp: {
      input: async (user) => (await removeApp(user), (await startTotpSetup(kontor, user)).input),
      problems: {
        'invalid-code': { input: () => ({ setupId: newIdAt(kontor.clock.now), code: 'wrong' }) },
        'illegal-transition': {
          send: async () => {
            const { user } = await newUserWithApp()
            const { input } = await startTotpSetup(kontor, user)
            return user.fetch('/api/account/totp', { json: input })
          },
        },
      },
    },
    removeTotp: {
      input: async (user) => {
        const { input } = await startTotpSetup(kontor, user)
        await user.fetch('/api/account/totp', { json: input })
        return {}
      },
      problems: { 'not-found': { send: async () => removeApp(await kontor.createUser('viewer')) } },
    },
    createRecoveryCodes: {
      input: async (user) => {
        await user.fetch('/api/account/totp', { json: (await startTotpSetup(kontor, user)).input })
        return {}
      },
      problems: {
        'illegal-transition': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch('/api/account/recovery-codes', { method: 'POST', json: {} }),
        },
      },
    },
  }
}

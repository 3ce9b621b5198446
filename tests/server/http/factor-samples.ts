import { createApp } from '#server/app.ts'
import type { PasskeyAssertion } from '#shared/account/passkey-inputs.ts'
import type { PasskeyCreation, PasskeyRequest } from '#shared/account/passkey-views.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'
import { addIdentity } from '#server/auth/create-account.ts'
import type { Identity } from '#server/auth/identity-provider.ts'
import { type ProviderState, sealProviderState } from '#server/auth/provider-state.ts'
import type { Problem, ProblemName } from '#shared/problem.ts'
import type { RequestOf } from '#shared/routes/endpoints.ts'
import { newIdAt } from '#server/db/id.ts'
import type { Sample } from '#tests/server/http/endpoint-samples.ts'
import { addAuthenticator, addPasskey, createPasskey, startTotpSetup } from '#tests/support/test-factors.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'

type FactorEndpoint =
  | 'requestPasskey'
  | 'logInWithPasskey'
  | 'confirmWithPasskey'
  | 'startPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'getProviderLogin'
  | 'linkIdentity'
  | 'unlinkIdentity'
  | 'continueLogin'
  | 'confirmIdentity'
  | 'addTotp'
  | 'removeTotp'
  | 'createRecoveryCodes'

/** The samples of the endpoints about second factors. `setStatus` changes an account in the database. */
export function createFactorSamples(
  kontor: TestKontor,
  setStatus: (id: string, status: 'pending' | 'suspended') => Promise<void>,
  repeat: (json: () => object, path: string, user?: TestUser) => Promise<Response>,
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
  const newPasskey = async () => addPasskey(kontor, await kontor.createUser('viewer'))
  const signThen = async (status: 'pending' | 'suspended') => {
    const user = await kontor.createUser('viewer')
    const passkey = await signFor(await addPasskey(kontor, user), kontor)
    await setStatus(user.id, status)
    return { passkey }
  }
  const startPasskey = async (user: TestUser): Promise<PasskeyCreation> =>
    (await user.fetch('/api/account/passkey-creation', { json: {} })).json() as Promise<PasskeyCreation>
  const newPasskeyId = async (user: TestUser): Promise<string> => {
    const { id: subject } = await addPasskey(kontor, user)
    const credentials = kontor.kontor.database.read.selectFrom('credentials').select('id')
    return (await credentials.where('subject', '=', subject).executeTakeFirstOrThrow()).id
  }
  const removePassword = (user: TestUser): Promise<void> =>
    kontor.kontor.database.inTransaction(async (transaction) => {
      const passwords = transaction.deleteFrom('credentials').where('kind', '=', 'password')
      await passwords.where('user_id', '=', user.id).execute()
    })
  const newIdentity = (): Identity => ({
    issuer: kontor.kontor.config.oidc?.issuer ?? '',
    subject: crypto.randomUUID(),
    label: 'lin@qinghe.example',
  })
  /** Gives a browser what a login at the identity provider leaves there. */
  const setProviderState = (client: TestClient, state: ProviderState): void =>
    void client.cookies.set('kontor_provider', sealProviderState(kontor.kontor, state))
  const linkNewIdentity = (userId: string, identity = newIdentity()): Promise<string> =>
    kontor.kontor.database.inTransaction(
      async (transaction) => (await addIdentity(transaction, userId, identity, kontor.clock.now)).credential,
    )
  const tellProblem = (problem: ProblemName, parameters = {}, extension = {}) => ({
    send: (): Promise<Response> => {
      const client = kontor.createClient()
      setProviderState(client, { problem: { problem, parameters, extension } })
      return client.fetch('/api/auth/provider')
    },
  })
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
    requestPasskey: {
      input: () => ({}),
      problems: {
        'login-expired': { input: () => ({ login: 'forged' }) },
        'passkeys-unavailable': { send: () => atAddress(kontor).fetch('/api/auth/passkey-request', { json: {} }) },
      },
    },
    logInWithPasskey: {
      input: async () => ({ passkey: await signFor(await newPasskey(), kontor) }),
      problems: {
        'login-expired': {
          input: async () => ({ login: 'forged', passkey: await signFor(await newPasskey(), kontor) }),
        },
        'passkey-invalid': { input: async () => ({ passkey: await signFor(createPasskey(kontor), kontor) }) },
        'account-pending': { input: () => signThen('pending') },
        'account-suspended': { input: () => signThen('suspended') },
        'too-many-attempts': {
          send: async () => {
            const passkey = await signFor(createPasskey(kontor), kontor)
            return repeat(() => ({ passkey }), '/api/auth/passkey')
          },
        },
      },
    },
    confirmWithPasskey: {
      input: async (user) => ({ passkey: await signFor(await addPasskey(kontor, user), user) }),
      problems: {
        'passkey-invalid': { input: async () => ({ passkey: await signFor(await newPasskey(), kontor) }) },
        'too-many-attempts': {
          send: async () => {
            const user = await kontor.createUser('viewer')
            const passkey = await signFor(createPasskey(kontor), user)
            return repeat(() => ({ passkey }), '/api/account/passkey-confirmation', user)
          },
        },
      },
    },
    startPasskey: {
      input: () => ({}),
      problems: {
        'passkeys-unavailable': {
          send: async () => {
            const client = atAddress(kontor)
            const { email } = await kontor.createUser('viewer')
            await client.fetch('/api/auth/login', { json: { email, password } })
            return client.fetch('/api/account/passkey-creation', { json: {} })
          },
        },
      },
    },
    addPasskey: {
      input: async (user) => ({ label: 'Laptop', passkey: createPasskey(kontor).create(await startPasskey(user)) }),
      problems: {
        'passkey-invalid': {
          send: async () => {
            const user = await kontor.createUser('viewer')
            const passkey = createPasskey(kontor).create(await startPasskey(user), { origin: 'https://evil.example' })
            return user.fetch('/api/account/passkeys', { json: { label: 'Laptop', passkey } })
          },
        },
      },
    },
    renamePasskey: {
      input: async (user) => ({ passkeyId: await newPasskeyId(user), label: 'Work laptop' }),
      problems: { 'not-found': { input: () => ({ passkeyId: 'missing', label: 'Work laptop' }) } },
    },
    removePasskey: {
      input: async (user) => ({ passkeyId: await newPasskeyId(user) }),
      problems: {
        'not-found': { input: () => ({ passkeyId: 'missing' }) },
        'last-login-method': {
          send: async () => {
            const user = await kontor.createUser('viewer')
            const id = await newPasskeyId(user)
            await removePassword(user)
            return user.fetch(`/api/account/passkeys/${id}`, { method: 'DELETE' })
          },
        },
      },
    },
    getProviderLogin: {
      input: () => ({}),
      problems: {
        'login-expired': tellProblem('login-expired'),
        'second-factor-required': tellProblem('second-factor-required', {}, { login: 'sealed', factors: ['code'] }),
        'account-pending': tellProblem('account-pending'),
        'account-suspended': tellProblem('account-suspended'),
        'too-many-attempts': tellProblem('too-many-attempts', { seconds: 60 }),
        'provider-unavailable': tellProblem('provider-unavailable', { provider: 'Okta' }),
        'provider-not-configured': tellProblem('provider-not-configured'),
        'provider-login-canceled': tellProblem('provider-login-canceled', { provider: 'Okta' }),
        'provider-login-failed': tellProblem('provider-login-failed', { provider: 'Okta' }),
        'provider-answer-invalid': tellProblem('provider-answer-invalid', { provider: 'Okta' }),
        'identity-not-linked': tellProblem('identity-not-linked', { identity: 'lin@qinghe.example' }),
        'identity-in-use': tellProblem('identity-in-use'),
        'invitation-invalid': tellProblem('invitation-invalid'),
      },
    },
    linkIdentity: {
      input: (user) => (setProviderState(user, { identity: newIdentity() }), {}),
      problems: {
        'login-expired': {
          send: async () => (await kontor.createUser('viewer')).fetch('/api/account/identities', { method: 'POST' }),
        },
        'identity-in-use': {
          send: async () => {
            const identity = newIdentity()
            await linkNewIdentity((await kontor.createUser('viewer')).id, identity)
            const user = await kontor.createUser('viewer')
            setProviderState(user, { identity })
            return user.fetch('/api/account/identities', { method: 'POST' })
          },
        },
      },
    },
    unlinkIdentity: {
      input: async (user) => ({ identityId: await linkNewIdentity(user.id) }),
      problems: {
        'not-found': { input: () => ({ identityId: 'missing' }) },
        'last-login-method': {
          send: async () => {
            const user = await kontor.createUser('viewer')
            const id = await linkNewIdentity(user.id)
            await removePassword(user)
            return user.fetch(`/api/account/identities/${id}`, { method: 'DELETE' })
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

/** What a passkey signs for this client now. */
async function signFor(
  passkey: ReturnType<typeof createPasskey>,
  client: Pick<TestClient, 'fetch'>,
): Promise<PasskeyAssertion> {
  const response = await client.fetch('/api/auth/passkey-request', { json: {} })
  return passkey.sign((await response.json()) as PasskeyRequest)
}

/** A client of the same installation at an address, for which browsers make no passkeys. */
function atAddress({ kontor }: TestKontor): TestClient {
  const config = { ...kontor.config, origin: new URL('http://127.0.0.1:3000') }
  const other = { ...kontor, config }
  return createTestClient({ kontor: other, app: createApp(other) })
}

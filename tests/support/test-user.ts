import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { createAccount as insertAccount } from '#server/auth/create-account.ts'
import { createOperatorContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Locale } from '#shared/locales.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'

/** A client that is logged in to an account. */
export interface TestUser extends TestClient {
  id: string
  name: string
  email: string
  role: string
}

/** The password of all test accounts. */
export const password = 'a long enough password'

/** The cheapest argon2id parameters, because tests log in many times. */
const passwordHash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

export interface AccountOptions {
  name?: string
  email?: string
  locale?: Locale
}

/** Creates an active account of `role` and logs in with a request. */
export async function createTestUser(
  testKontor: TestKontor,
  role: string,
  options: AccountOptions = {},
): Promise<TestUser> {
  const account = await createAccount(testKontor, role, options)
  const client = createTestClient(testKontor)
  const response = await client.fetch('/api/auth/login', { json: { email: account.email, password } })
  if (response.status !== 200) throw new Error(`login of ${account.email}: ${response.status} ${await response.text()}`)
  return { ...account, ...client }
}

/** Creates an active account of `role` with `password`, without logging in. */
export async function createAccount(
  { kontor }: Pick<TestKontor, 'kontor'>,
  role: string,
  { name = `Test ${role}`, email = `${role}.${newId()}@example.com`, locale = 'en' }: AccountOptions = {},
): Promise<Pick<TestUser, 'id' | 'name' | 'email' | 'role'>> {
  const nameSortKey = createNameSortKey(name)
  const account = { name, nameSortKey, email, passwordHash, role, locale }
  const id = await kontor.database.inTransaction((transaction) =>
    insertAccount(transaction, createOperatorContext(kontor), 'user.added', account),
  )
  return { id, name, email, role }
}

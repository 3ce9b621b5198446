import { inTransaction } from '#server/auth/access.ts'
import { hashPassword } from '#server/auth/password.ts'
import { createAccount } from '#server/auth/actions.ts'
import { createNameSortKey } from '#server/auth/name-sort-key.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { pendingUser, staff } from '#server/demo/catalog.ts'
import { isEmptyInstallation } from '#server/demo/store.ts'
import { createDemoOrders } from '#server/demo/demo-orders.ts'
import { importDrafts } from '#server/orders/actions.ts'
import { addUser } from '#server/staff/actions.ts'

const batchSize = 200

/** The credentials of the demo shop's owner. */
export interface DemoLogin {
  email: string
  password: string
}

/**
 * Fills an empty installation with 90 days of orders, their ledger entries, and a few accounts that share one generated password.
 * Returns null and changes nothing when there is already an account or an order.
 */
export async function seedDemo(kontor: Kontor): Promise<DemoLogin | null> {
  const { database, book, now } = kontor
  if (!(await isEmptyInstallation(database.read))) return null
  const context = createOperatorContext(kontor)
  const orders = createDemoOrders(now(), book.timeZone)
  for (let start = 0; start < orders.length; start += batchSize)
    await inTransaction(context, (transaction) =>
      importDrafts(transaction, context, orders.slice(start, start + batchSize)),
    )
  const password = generatePassword()
  const owner = { name: '沈安娜 Anna Shen', email: 'owner@demo.example', role: 'owner' } as const
  for (const person of [owner, ...staff]) await addUser(context, { ...person, password })
  const passwordHash = await hashPassword(password)
  const nameSortKey = await createNameSortKey(pendingUser.name)
  await inTransaction(context, async (transaction) => {
    const account = { ...pendingUser, nameSortKey, passwordHash, role: null, locale: 'zh' } as const
    await createAccount(transaction, context, 'user.registered', account)
  })
  return { email: owner.email, password }
}

/** Four groups of five characters, without look-alikes such as `l`, `1`, `o` and `0`. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{5})(?=.)/g, '$1-')
}

import { hashPassword } from '#server/auth/password.ts'
import { createAccount } from '#server/auth/actions.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { pendingUser, staff } from '#server/demo/catalog.ts'
import { isEmptyInstallation } from '#server/demo/store.ts'
import { createDemoOrders } from '#server/demo/demo-orders.ts'
import { importDrafts } from '#server/orders/actions.ts'
import { addUser } from '#server/staff/actions.ts'

const batchSize = 200

/** The log-in of the demo's owner. */
export interface DemoLogin {
  email: string
  password: string
}

/**
 * Fills an empty installation with a believable shop: 90 days of orders with their money, and a few accounts, all with the same new
 * password. Null when there is an account or an order already: then nothing is touched.
 */
export async function seedDemo(kontor: Kontor): Promise<DemoLogin | null> {
  const { database, book, now } = kontor
  if (!(await isEmptyInstallation(database.read))) return null
  const context = createOperatorContext(kontor)
  const orders = createDemoOrders(now(), book.timeZone)
  for (let start = 0; start < orders.length; start += batchSize)
    await database.inTransaction((transaction) =>
      importDrafts(transaction, context, orders.slice(start, start + batchSize)),
    )
  const password = generatePassword()
  const owner = { name: '沈安娜 Anna Shen', email: 'owner@demo.example', role: 'owner' } as const
  for (const person of [owner, ...staff]) await addUser(context, { ...person, password })
  const passwordHash = await hashPassword(password)
  await database.inTransaction((transaction) =>
    createAccount(transaction, context, { ...pendingUser, passwordHash, role: null, locale: 'zh' }),
  )
  return { email: owner.email, password }
}

/** Four groups of five letters that are not mistaken for each other. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{5})(?=.)/g, '$1-')
}

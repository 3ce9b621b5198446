import type { Kontor } from '#server/context.ts'
import { openPlace } from '../../seed/open-kontor.ts'

/** What is looked for: values that few orders have, and values that many have. */
export interface Sample {
  orderCount: number
  newest: { number: string; externalNumber: string; externalId: string; name: string }
  /** An order in the middle of the list, with an email address and a phone number. */
  middle: { number: string; placedAt: number; key: number; email: string; phone: string; day: string; customer: string }
  /** The names that most orders have, in Chinese and in Latin letters. */
  commonName: string
  commonLatinName: string
  commonSku: string
  paymentNumber: string
  paymentReference: string
  refundNumber: string
  /** The customer with the most orders. */
  busiestCustomer: string
}

/** Reads what the orders of a book have. */
export async function readSample(place: string): Promise<Sample> {
  const kontor = await openPlace(place)
  try {
    return await read(kontor)
  } finally {
    await kontor.database.close()
  }
}

async function read({ database: { read: db } }: Kontor): Promise<Sample> {
  const { count: orderCount } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const listed = db
    .selectFrom('orders')
    .where('archived', '=', 0)
    .orderBy('placed_at', 'desc')
    .orderBy('key', 'desc')
    .select([
      'number',
      'external_number',
      'external_id',
      'customer_name',
      'placed_at',
      'key',
      'email',
      'phone',
      'customer_number',
    ])
  const newest = await listed.limit(1).executeTakeFirstOrThrow()
  const middles = await listed
    .offset(Math.floor(orderCount / 2))
    .limit(200)
    .execute()
  const middle = middles.find(({ email, phone }) => email !== '' && phone !== '') ?? newest
  const names = await db
    .selectFrom('orders')
    .select('customer_name')
    .groupBy('customer_name')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(400)
    .execute()
  const findName = (pattern: RegExp): string =>
    names.find((each) => pattern.test(each.customer_name))?.customer_name ?? ''
  const { sku } = await db
    .selectFrom(db.selectFrom('order_lines').select('sku').limit(100_000).as('some'))
    .select('sku')
    .groupBy('sku')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .executeTakeFirstOrThrow()
  const payment = await db
    .selectFrom('payments')
    .select(['number', 'reference'])
    .where('reference', '<>', '')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const refund = await db.selectFrom('refunds').select('number').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const busiest = await db
    .selectFrom('orders')
    .select('customer_number')
    .where('customer_number', 'is not', null)
    .groupBy('customer_number')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .executeTakeFirstOrThrow()
  return {
    orderCount,
    newest: {
      number: newest.number,
      externalNumber: newest.external_number,
      externalId: newest.external_id,
      name: newest.customer_name,
    },
    middle: {
      ...middle,
      placedAt: middle.placed_at,
      day: new Date(middle.placed_at).toISOString().slice(0, 10),
      customer: middle.customer_number ?? '',
    },
    commonName: findName(/^\p{Script=Han}{2,3}$/u),
    commonLatinName: findName(/^[A-Z][a-z]+ [A-Z][a-z]+$/),
    commonSku: sku,
    paymentNumber: payment.number,
    paymentReference: payment.reference,
    refundNumber: refund.number,
    busiestCustomer: busiest.customer_number ?? '',
  }
}

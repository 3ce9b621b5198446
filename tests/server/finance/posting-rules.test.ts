import { bank, openShop, sell, type Shop } from '#tests/server/finance/open-shop.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { beforeAll, expect, test } from 'bun:test'

const revenue = 'discount 1000, sales -10000, shipping -800, tax -588'
const paidInFull = `payment.captured: clearing 10388, ${revenue}`

/** A payment in full that came with its order. */
const createStripePayment = (reference: string) => ({
  provider: 'Stripe',
  reference,
  capturedMinor: 10_388,
  capturedAt: Date.parse('2026-03-01T02:00:00Z'),
})

/** What happens, and the entries that it posts. */
interface Rule {
  name: string
  happens: (shop: Shop) => Promise<unknown>
  posts: string[]
}

/** The posting rules by their numbers in `docs/decisions/011-the-ledger.md`, which says where those are tested that are missing here. */
const rules: Rule[] = [
  {
    // The books are kept on a cash basis: both rules are one entry, and there is no receivable of an unpaid order.
    name: '1, 2, 8a: an unpaid order is not in the books; paid in full it is revenue, less the discount of the shop',
    happens: async (shop) => {
      await shop.create()
      await sell(shop)
    },
    posts: [paidInFull],
  },
  {
    name: '3: a part payment is a deposit until the rest is paid',
    happens: async ({ create, pay }) => {
      const number = await create()
      await pay(number, '30.00')
      await pay(number, '73.88')
    },
    posts: [
      'payment.captured: clearing 3000, deposit -3000',
      `payment.captured: clearing 7388, deposit 3000, ${revenue}`,
    ],
  },
  {
    name: '4: a second payment of a paid order is owed to the customer',
    happens: async (shop) => shop.pay((await sell(shop)).number, '103.88'),
    posts: [paidInFull, 'payment.captured: clearing 10388, refund_due -10388'],
  },
  {
    name: '5: a payment of a cancelled order is owed to the customer',
    happens: async ({ create, change, pay }) => {
      const number = await create()
      await change(number, 'cancellation')
      await pay(number, '103.88')
    },
    posts: ['payment.captured: clearing 10388, refund_due -10388'],
  },
  {
    name: '5: a receipt of unknown origin is suspense; that is taken back once its order is found, which has the payment then',
    happens: async ({ create, post, importStripe, clearing, match, pay }) => {
      await create({ payment: createStripePayment('ch_4') })
      await importStripe('txn_5,2026-03-01 10:00:00,cny,103.88,0.00,103.88,charge,,ch_5,')
      const made = await match({ difference: 'suspense' }, await clearing())
      await post(`finance/posted-matches/${made.match}/undo`, { reason: 'Found' })
      await pay(await create(), '103.88', { method: 'stripe', reference: 'ch_5', paidAt: '2026-03-01T10:00' })
    },
    posts: [
      paidInFull,
      'receipt.unknown: clearing 10388, suspense -10388',
      'entry.reversed: clearing -10388, suspense 10388',
      paidInFull,
    ],
  },
  {
    name: '6: an authorization posts nothing, neither when it is given nor when it is given up; only what is captured does',
    happens: async ({ create, change }) => {
      await change(await create({ authorizedMinor: 10_388 }), 'voids')
      await change(await create({ authorizedMinor: 10_388 }), 'captures', { amount: '103.88', method: 'wechat_pay' })
    },
    posts: [paidInFull],
  },
  {
    name: '7: the fee that the provider kept comes from its file',
    happens: async ({ create, importStripe }) => {
      await create({ payment: createStripePayment('ch_7') })
      await importStripe('txn_7,2026-03-01 10:00:00,cny,103.88,0.62,103.26,charge,,ch_7,')
    },
    posts: [paidInFull, 'fee.provider: clearing -62, provider_fee 62'],
  },
  {
    // A refund is reserved among the documents and posted when it is paid, so that both rules are one entry.
    name: '11, 12: a refund in full takes back what was sold',
    happens: async (shop) => shop.change((await sell(shop)).number, 'refunds', { everything: '1' }),
    posts: [paidInFull, 'refund.succeeded: returns 9000, shipping 800, tax 588, clearing -10388'],
  },
  {
    name: '12: the fee that the provider gave back with a refund comes from its file',
    happens: async ({ create, importStripe }) => {
      const payment = createStripePayment('ch_12')
      await create({ payment, refund: { amountMinor: 10_388, refundedAt: payment.capturedAt + 3_600_000 } })
      await importStripe('txn_8,2026-03-01 11:00:00,cny,-103.88,-0.62,-103.26,refund,,ch_12,')
    },
    posts: [
      paidInFull,
      'refund.succeeded: returns 9000, shipping 800, tax 588, clearing -10388',
      'fee.provider: clearing 62, provider_fee -62',
    ],
  },
  {
    name: '13: a refund in part takes back a part of everything, and the rest empties every account',
    happens: async (shop) => {
      const { number } = await sell(shop)
      await shop.change(number, 'refunds', { amount: '50.00' })
      await shop.change(number, 'refunds', { amount: '53.88' })
    },
    posts: [
      paidInFull,
      'refund.succeeded: returns 4332, shipping 385, tax 283, clearing -5000',
      'refund.succeeded: returns 4668, shipping 415, tax 305, clearing -5388',
    ],
  },
  {
    name: '15, 24: a refund becomes store credit, and pays another order of the customer without money',
    happens: async ({ create, pay, change }) => {
      const email = 'same@mail.example'
      const number = await create({ email })
      await pay(number, '103.88')
      await change(number, 'refunds', { everything: '1', destination: 'store_credit' })
      await pay(await create({ email }), '103.88', { method: 'store_credit' })
    },
    posts: [
      paidInFull,
      'refund.credited: returns 9000, shipping 800, tax 588, store_credit -10388',
      `credit.used: store_credit 10388, ${revenue}`,
    ],
  },
  {
    name: '16, 17: a chargeback with its fee, and one that was won of which the provider keeps the fee',
    happens: async (shop) => {
      const { number, payment } = await sell(shop)
      const { disputes } = await shop.change(number, 'disputes', { payment, amount: '103.88', fee: '15.00' })
      await shop.change(number, `disputes/${disputes[0]?.number}/recovery`)
    },
    posts: [
      paidInFull,
      'dispute.opened: dispute 10388, provider_fee 1500, clearing -11888',
      'dispute.won: clearing 10388, dispute -10388',
    ],
  },
  {
    name: '28, 39, 40: an entry by hand, and its correction: the exact negation and the right lines',
    happens: async ({ byHand }) => {
      const { number } = await byHand('10.00', '5601.1', bank)
      await byHand('12.00', '5601.1', bank, { corrects: number })
    },
    posts: [
      'entry.manual: promotion 1000, bank -1000',
      'entry.reversed: promotion -1000, bank 1000',
      'entry.manual: promotion 1200, bank -1200',
    ],
  },
  {
    // There is no receivable of an unpaid order, so its write-off is no bad debt: what was sold is reduced, as by a refund.
    name: '29: a write-off of the rest of a deposit recognizes the order less that part of everything',
    happens: async ({ create, pay, change }) => {
      const number = await create()
      await pay(number, '30.00')
      await change(number, 'write-offs')
    },
    posts: [
      'payment.captured: clearing 3000, deposit -3000',
      'order.written_off: deposit 3000, discount 1000, returns 6401, shipping 569, tax 418, sales -10000, shipping -800, tax -588',
    ],
  },
  {
    name: '31: an old receipt of unknown origin becomes other income by hand',
    happens: async ({ receive, match, byHand }) => {
      await receive('5.00', '韩梅梅')
      await match({ difference: 'suspense' })
      await byHand('5.00', '2241.9', '5301')
    },
    posts: ['receipt.unknown: bank 500, suspense -500', 'entry.manual: suspense 500, other_income -500'],
  },
  {
    name: '38: an opening balance is an entry by hand against the account of opening balances',
    happens: ({ byHand }) => byHand('100.00', bank, '3001', { day: '2026-02-28' }),
    posts: ['entry.manual: bank 10000, opening -10000'],
  },
]

forEachDatabase((_name, open) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(await open())
  })

  for (const { name, happens, posts } of rules)
    test(`rule ${name}`, async () => {
      const before = (await shop.entries()).length
      await happens(shop)
      expect((await shop.entries()).slice(before)).toEqual(posts)
    })

  test('all that the rules posted passes the self-check', async () => {
    expect(await findViolations(shop.kontor)).toEqual([])
  })
})

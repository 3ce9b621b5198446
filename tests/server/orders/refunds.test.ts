import { checkRows } from '#tests/support/find-violations.ts'
import { setLimits } from '#tests/support/create-role.ts'
import type { SignedRequest } from '#server/context.ts'
import { SimulatedProvider } from '#server/orders/money/simulated-provider.ts'
import { resumeRefunds } from '#server/orders/money/pay-refund.ts'
import type { RefundPayout, RefundProvider } from '#server/orders/money/refund-provider.ts'
import type { HomeView } from '#shared/home/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const number = 'SO260301-00001'
type Answer = { status: number; answer: OrderView & Omit<Problem, 'status'> }

forEachDatabase((_, open) => {
  let testDatabase: TestDatabase
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    testDatabase = await open()
    kontor = await createTestKontor(testDatabase)
    owner = await kontor.createUser('owner')
    // 2 × 30.00 and 1 × 33.01, less 3.00, shipping 7.00, tax 5.50 on top: 102.51.
    await importAsOperator(kontor.kontor, [
      createDraft(1, {
        lines: [
          createLine({ quantity: 2, unitPriceMinor: 3000 }),
          createLine({ sku: 'T-2', name: 'Cup', quantity: 1, unitPriceMinor: 3301, discountMinor: 300 }),
        ],
        subtotalMinor: 9001,
        shippingMinor: 700,
        taxMinor: 550,
        totalMinor: 10_251,
        payment: { provider: 'Stripe', reference: 'ch_1', capturedMinor: 10_251, capturedAt: createDraft(1).placedAt },
      }),
    ])
  })

  const send = async (path: string, json: object, actor: Pick<TestUser, 'fetch'> = owner): Promise<Answer> => {
    const response = await actor.fetch(`/api/orders/${number}/${path}`, { json })
    return { status: response.status, answer: (await response.json()) as Answer['answer'] }
  }
  const refund = (input: object, actor?: Pick<TestUser, 'fetch'>) =>
    send('refunds', { reason: 'Goodwill', ...input }, actor)
  const load = async (): Promise<OrderView> => (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  describe('a refund', () => {
    test('of everything gives back what was captured, and nothing is left', async () => {
      const { status, answer } = await refund({ everything: true, version: 1 })
      expect(status).toBe(201)
      expect(answer).toMatchObject({
        paymentStatus: 'refunded',
        refundedMinor: 10_251,
        refundPendingMinor: 0,
        balanceMinor: 0,
        shippingRefundedMinor: answer.refunds[0]?.shippingMinor,
      })
      const [created] = answer.refunds
      expect(created).toMatchObject({
        status: 'succeeded',
        amountMinor: 10_251,
        reason: 'Goodwill',
        requestedBy: owner.name,
      })
      const parts = created?.lines.map(({ amountMinor }) => amountMinor) ?? []
      expect(parts.reduce((sum, part) => sum + part, created?.shippingMinor ?? 0)).toBe(10_251)
      expect(await refund({ everything: true })).toMatchObject({ status: 409 })
      await expectVerified()
    })

    test('of one item, then the other, then shipping adds up to the order', async () => {
      const [tea, cup] = (await load()).lines
      const first = await refund({ lines: [{ id: tea?.id, quantity: 1 }] })
      expect(first.answer.refunds[0]).toMatchObject({ lines: [{ id: tea?.id, quantity: 1 }] })
      const second = await refund({
        lines: [
          { id: tea?.id, quantity: 1 },
          { id: cup?.id, quantity: 1 },
        ],
      })
      const left = second.answer.capturedMinor - second.answer.refundedMinor
      // 7.00 and its part of the tax.
      expect(left).toBe(740)
      expect((await refund({ shipping: '7.41' })).answer.errors?.[0]).toMatchObject({
        pointer: '/shipping',
        detail: 'At most ¥7.40 can be refunded.',
      })
      const third = await refund({ shipping: '7.40' })
      expect(third.answer).toMatchObject({ paymentStatus: 'refunded', shippingRefundedMinor: 740 })
      expect(third.answer.lines.map(({ refundedQuantity }) => refundedQuantity)).toEqual([2, 1])
      await expectVerified()
    })

    test('of more than is left names the maximum, and changes nothing', async () => {
      await refund({ amount: '100.00' })
      const { status, answer } = await refund({ amount: '2.52' })
      expect([status, answer.errors]).toEqual([422, [{ pointer: '/amount', detail: 'At most ¥2.51 can be refunded.' }]])
      const [tea] = (await load()).lines
      expect((await refund({ lines: [{ id: tea?.id, quantity: 3 }] })).answer.errors?.[0]?.pointer).toBe(
        '/lines/0/quantity',
      )
      expect((await refund({ lines: [{ id: 'x', quantity: 1 }] })).answer.errors?.[0]?.pointer).toBe('/lines/0/id')
      for (const amount of ['0', '-1', '1,50', '1.505', 'x'])
        expect((await refund({ amount })).answer.errors?.[0]?.pointer).toBe('/amount')
      expect((await load()).refunds).toHaveLength(1)
      await expectVerified()
    })

    test('takes only plain amounts', async () => {
      const amounts = [
        '1e3',
        'Infinity',
        'NaN',
        '0x10',
        '٥',
        '９',
        '1,000.00',
        '99999999999999999999',
        '9007199254740993',
        '--1',
      ]
      for (const amount of [...amounts, 5, null, ['1'], { minor: 1 }])
        for (const field of ['amount', 'shipping'])
          expect([amount, (await refund({ [field]: amount })).status]).toEqual([amount, 422])
      for (const quantity of [-1, 1.5, '1e9', '٥', 'NaN'])
        expect((await refund({ lines: [{ id: (await load()).lines[0]?.id, quantity }] })).status).toBe(422)
      expect(await load()).toMatchObject({ refunds: [], refundPendingMinor: 0, version: 1 })
    })

    test.each([
      ['JPY', '0.5', '1', 1],
      ['KWD', '0.0005', '0.001', 1],
      ['CNY', '0.005', '0.01', 1],
    ])('in %s has as many decimals as the currency', async (currency, tooPrecise, smallest, minor) => {
      await importAsOperator(kontor.kontor, [createDraft(2, { currency })])
      const path = '/api/orders/SO260301-00002/refunds'
      const post = async (amount: string) => {
        const response = await owner.fetch(path, { json: { amount, reason: 'Goodwill' } })
        return { status: response.status, answer: (await response.json()) as Answer['answer'] }
      }
      expect((await post(tooPrecise)).answer.errors?.[0]?.pointer).toBe('/amount')
      expect((await post(smallest)).answer).toMatchObject({ refundedMinor: minor })
      const rest = await owner.fetch(path, { json: { everything: '1', reason: 'Goodwill' } })
      expect(((await rest.json()) as OrderView).refundedMinor).toBe(1000)
      await expectVerified()
    })

    test('of a payment of which nothing is left says so', async () => {
      const paid = await send('payments', { amount: '5.00', method: 'cash', version: 1 })
      const [first, second] = paid.answer.payments.map((payment) => payment.number)
      expect((await refund({ everything: true, payment: first })).answer.refundedMinor).toBe(10_251)
      const { status, answer } = await refund({ everything: true, payment: first })
      expect([status, answer.errors]).toEqual([422, [{ pointer: '/payment', detail: 'Nothing is left to refund.' }]])
      expect((await refund({ everything: true, payment: second })).answer.refundedMinor).toBe(10_751)
      await expectVerified()
    })

    test('is found by its number, and has an entry in the ledger', async () => {
      const { answer } = await refund({ amount: '1.00' })
      const [created] = answer.refunds
      expect(created?.entryNumber).toBe(2)
      const found = (await (await owner.fetch(`/api/orders?q=${created?.number}`)).json()) as { rows: OrderView[] }
      expect(found.rows.map((row) => row.number)).toEqual([number])
    })
  })

  test('works as a form without script', async () => {
    const [tea] = (await load()).lines
    const form = {
      '_endpoint': 'refundOrder',
      number,
      'version': '1',
      'lines[0][id]': tea?.id ?? '',
      'lines[0][quantity]': '1',
      'shipping': '7.40',
      'amount': '',
      'reason': 'Broken',
    }
    const post = (values: Record<string, string>) =>
      owner.fetch(`/orders?order=${number}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(values).toString(),
      })
    expect(await (await post({ ...form, shipping: '99' })).text()).toContain('At most ¥7.40 can be refunded.')
    await refund({ amount: '0.01' })
    const stale = await (await post({ ...form, reason: 'Broken on arrival' })).text()
    expect(stale).toContain('Broken on arrival')
    expect(stale).toContain('Review the current version')
    expect((await post({ ...form, version: '2' })).status).toBe(303)
    expect((await load()).refunds[1]).toMatchObject({ amountMinor: 3_170 + 740, shippingMinor: 740 })
  })

  test('of a form that is sent twice, has one effect', async () => {
    const form = { _endpoint: 'refundOrder', number, everything: '1', reason: 'Broken', _idempotencyKey: 'form-1' }
    const post = () => owner.fetch(`/orders?order=${number}`, { method: 'POST', body: new URLSearchParams(form) })
    const answers = await Promise.all([post(), post(), post()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await load()).refunds).toHaveLength(1)
    await expectVerified()
  })

  test('of fifty full refunds at once, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund({ everything: true })))
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 49 })
    await expectVerified()
  }, 60_000)

  test('of fifty tenths at once, ten succeed', async () => {
    await refund({ amount: '2.51' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund({ amount: '10.00' })))
    expect(countByStatus(answers)).toEqual({ 201: 10, 409: 40 })
    expect((await load()).paymentStatus).toBe('refunded')
    await expectVerified()
  }, 60_000)

  test('shows together with its amount while other requests are being made', async () => {
    let isOver = false
    const views: OrderView[] = []
    const look = async (): Promise<void> => {
      while (!isOver) {
        views.push(await load())
        await Bun.sleep(0)
      }
    }
    const lookers = [look(), look(), look()]
    for (let count = 0; count < 8; count++) await refund({ amount: '1.00' })
    isOver = true
    await Promise.all(lookers)
    const sumOf = ({ refunds }: OrderView): number => refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect(views.filter((view) => sumOf(view) !== view.refundedMinor)).toEqual([])
  }, 60_000)

  test('of fifty requests with the same key, one has an effect, and all get its answer', async () => {
    const init = { json: { amount: '10.00', reason: 'Goodwill' }, headers: { 'idempotency-key': 'refund-1' } }
    const send50 = Array.from({ length: 50 }, () => owner.fetch(`/api/orders/${number}/refunds`, init))
    const answers = await Promise.all((await Promise.all(send50)).map((response) => response.text()))
    expect(new Set(answers).size).toBe(1)
    expect((await load()).refunds).toHaveLength(1)
    await expectVerified()
  }, 60_000)

  test('of refunds of one version at once, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund({ amount: '1.00', version: 1 })))
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 4 })
  })

  describe('the second person', () => {
    const request = async (actor: TestUser, amount = '60.00') => {
      const { answer } = await refund({ amount }, actor)
      return answer.refunds.at(-1)?.number ?? ''
    }

    test('approves what operations requested; until then the amount is reserved', async () => {
      const clerk = await kontor.createUser('operations')
      const { answer } = await refund({ amount: '60.00' }, clerk)
      expect(answer).toMatchObject({ refundPendingMinor: 6000, refundedMinor: 0, ownRefundLimitMinor: 0 })
      expect(answer.refunds[0]).toMatchObject({
        status: 'requested',
        actions: ['withdraw'],
        approvalBlocker: 'permission',
      })
      expect((await refund({ amount: '42.52' })).status).toBe(422)
      const path = `refunds/${answer.refunds[0]?.number}/approval`
      expect((await send(path, {}, clerk)).status).toBe(403)
      await expectVerified()
      const approved = await send(path, {})
      expect(approved.answer).toMatchObject({ refundPendingMinor: 0, refundedMinor: 6000, balanceMinor: 0 })
      expect(approved.answer.refunds[0]).toMatchObject({ requestedBy: clerk.name, decidedBy: owner.name })
      expect((await send(path, {})).status).toBe(409)
      await expectVerified()
    })

    test('rejects with a reason, which frees the amount', async () => {
      const refundNumber = await request(await kontor.createUser('operations'))
      const { answer } = await send(`refunds/${refundNumber}/rejection`, { reason: 'Already replaced' })
      expect(answer).toMatchObject({ refundPendingMinor: 0, refundedMinor: 0 })
      expect(answer.refunds[0]).toMatchObject({ status: 'rejected', statusReason: 'Already replaced' })
      expect((await refund({ everything: true })).status).toBe(201)
      await expectVerified()
    })

    test('frees the tax of what they reject, too', async () => {
      const clerk = await kontor.createUser('operations')
      const [tea] = (await load()).lines
      const parts = { lines: [{ id: tea?.id, quantity: 2 }], shipping: '7.40' }
      const requested = await refund(parts, clerk)
      await send(`refunds/${requested.answer.refunds[0]?.number}/rejection`, { reason: 'Not yet' })
      expect((await refund(parts)).status).toBe(201)
      const { read } = kontor.kontor.database
      const ofShipping = await read.selectFrom('refunds').select('shipping_tax_minor').execute()
      const ofLines = await read.selectFrom('refund_lines').select('tax_minor').execute()
      expect(ofShipping.map(({ shipping_tax_minor }) => shipping_tax_minor)).toEqual([40, 40])
      expect(ofLines.map(({ tax_minor }) => tax_minor)).toEqual([340, 340])
      await expectVerified()
    })

    test('is another one than an admin who requested it, and than anyone above the limit', async () => {
      const admin = await kontor.createUser('admin')
      const ofAdmin = await request(admin, '1.00')
      expect((await send(`refunds/${ofAdmin}/approval`, {}, admin)).answer.type).toBe('/problems/own-refund')
      expect((await send(`refunds/${ofAdmin}/approval`, {})).status).toBe(200)

      kontor.kontor.config = { ...kontor.kontor.config, refundLimit: '50' }
      expect((await refund({ amount: '49.00' })).answer.refunds.at(-1)).toMatchObject({ status: 'succeeded' })
      const ofOwner = await request(owner, '50.01')
      expect((await load()).refunds.at(-1)).toMatchObject({
        status: 'requested',
        approvalBlocker: 'above-limit',
        actions: ['withdraw'],
      })
      expect((await send(`refunds/${ofOwner}/approval`, {})).answer.type).toBe('/problems/own-refund')
      const finance = await kontor.createUser('finance')
      expect((await send(`refunds/${ofOwner}/approval`, {}, finance)).answer.refunds.at(-1)).toMatchObject({
        status: 'succeeded',
      })
      await expectVerified()
    })

    test('is needed above the lower one of the limits for everyone and for the role, and in every other currency', async () => {
      const setLimit = (refundLimit: string | undefined): void =>
        void (kontor.kontor.config = { ...kontor.kontor.config, refundLimit })
      const finance = await kontor.createUser('finance')
      const limitOf = async (actor: TestUser) =>
        ((await (await actor.fetch(`/api/orders/${number}`)).json()) as OrderView).ownRefundLimitMinor
      setLimit('20')
      await setLimits(owner, 'finance', { refundLimit: '5' })
      await setLimits(owner, 'owner', { refundLimit: '100' })
      expect([await limitOf(owner), await limitOf(finance)]).toEqual([2000, 500])
      setLimit(undefined)
      expect([await limitOf(owner), await limitOf(finance)]).toEqual([10_000, 500])
      const { answer } = await refund({ amount: '5.01' }, finance)
      expect(answer.refunds[0]).toMatchObject({ status: 'requested', approvalBlocker: 'above-limit' })
      expect((await refund({ amount: '5.00' }, finance)).answer.refunds[1]).toMatchObject({ status: 'succeeded' })

      await importAsOperator(kontor.kontor, [createDraft(2, { currency: 'USD' })])
      const path = '/api/orders/SO260301-00002/refunds'
      const response = await finance.fetch(path, { json: { amount: '0.01', reason: 'Goodwill' } })
      expect(((await response.json()) as OrderView).refunds[0]).toMatchObject({
        status: 'requested',
        approvalBlocker: 'own-refund',
      })
      await expectVerified()
    })

    test('is needed for what is refunded of several orders on one day above the limit of a day, also at once', async () => {
      await setLimits(owner, 'finance', { dailyRefundLimit: '50' })
      const finance = await kontor.createUser('finance')
      await importAsOperator(
        kontor.kontor,
        [2, 3, 4].map((index) => {
          const { placedAt: capturedAt, totalMinor } = createDraft(index, { totalMinor: 10_000 })
          const payment = { provider: 'Stripe', reference: `ch_${index}`, capturedMinor: totalMinor, capturedAt }
          return createDraft(index, { totalMinor, payment })
        }),
      )
      const refundOf = async (index: number, amount: string) => {
        const path = `/api/orders/SO260301-0000${index}/refunds`
        const response = await finance.fetch(path, { json: { amount, reason: 'Goodwill' } })
        return ((await response.json()) as OrderView).refunds.at(-1)?.status
      }
      expect(await refundOf(2, '20.00')).toBe('succeeded')
      const atOnce = await Promise.all([refundOf(2, '20.00'), refundOf(3, '20.00'), refundOf(4, '20.00')])
      expect(atOnce.toSorted()).toEqual(['requested', 'requested', 'succeeded'])
      const own = (await (await finance.fetch('/api/orders/SO260301-00003')).json()) as OrderView
      expect(own.ownRefundLimitMinor).toBe(1000)
      expect(await refundOf(3, '10.01')).toBe('requested')
      kontor.clock.now += 86_400_000
      await finance.fetch('/api/auth/login', { json: { email: finance.email, password } })
      expect(await refundOf(4, '50.00')).toBe('succeeded')
      await expectVerified()
    })

    test('is needed for several small refunds of one order like for a large one, also for one that failed', async () => {
      const setLimit = (refundLimit: string): void =>
        void (kontor.kontor.config = { ...kontor.kontor.config, refundLimit })
      setLimit('50')
      expect((await refund({ amount: '30.00' })).answer).toMatchObject({ ownRefundLimitMinor: 2000 })
      expect((await refund({ amount: '20.01' })).answer.refunds.at(-1)).toMatchObject({ status: 'requested' })
      const pending = (await load()).refunds.at(-1)?.number
      expect((await send(`refunds/${pending}/approval`, {})).answer.type).toBe('/problems/own-refund')
      kontor.kontor.refundProviders = new Map([['Stripe', new SimulatedProvider(() => 'fail')]])
      const failed = await refund({ amount: '20.00' })
      expect(failed.answer).toMatchObject({ ownRefundLimitMinor: 0 })
      expect((await refund({ amount: '0.01' })).answer.refunds.at(-1)).toMatchObject({ status: 'requested' })
      const rejected = await send(`refunds/${failed.answer.refunds.at(-1)?.number}/rejection`, { reason: 'Cash' })
      expect(rejected.answer).toMatchObject({ ownRefundLimitMinor: 2000 })
      const finance = await kontor.createUser('finance')
      expect((await send(`refunds/${pending}/approval`, {}, finance)).status).toBe(200)
      expect(await load()).toMatchObject({ ownRefundLimitMinor: 2000 })
      const answers = await Promise.all(Array.from({ length: 5 }, () => refund({ amount: '5.00' })))
      expect(countByStatus(answers)).toEqual({ 201: 5 })
      const statuses = (await load()).refunds.slice(-5).map(({ status }) => status)
      expect(statuses.filter((status) => status === 'failed')).toHaveLength(4)
      expect(statuses.filter((status) => status === 'requested')).toHaveLength(1)
      await expectVerified()
    })

    test('is asked for what the requester withdraws, but only by the requester, and before it is decided', async () => {
      const clerk = await kontor.createUser('operations')
      const refundNumber = await request(clerk)
      const path = `refunds/${refundNumber}/withdrawal`
      expect((await send(path, {})).answer.type).toBe('/problems/not-requester')
      const { answer } = await send(path, {}, clerk)
      expect(answer).toMatchObject({ refundPendingMinor: 0, refundedMinor: 0 })
      expect(answer.refunds[0]).toMatchObject({
        status: 'withdrawn',
        decidedBy: null,
        actions: [],
        approvalBlocker: null,
      })
      for (const step of ['withdrawal', 'approval'])
        expect((await send(`refunds/${refundNumber}/${step}`, {})).status).toBe(409)
      expect((await refund({ everything: true })).status).toBe(201)
      await expectVerified()
    })

    test('decides before or after a withdrawal at the same time, never both', async () => {
      const clerk = await kontor.createUser('operations')
      const refundNumber = await request(clerk)
      const answers = await Promise.all([
        send(`refunds/${refundNumber}/approval`, {}),
        send(`refunds/${refundNumber}/withdrawal`, {}, clerk),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      await expectVerified()
    })

    test('says what became of a refund whose provider Kontor does not call any more', async () => {
      const stick = async (amount: string): Promise<string> => {
        kontor.kontor.refundProviders = new Map([['Stripe', new SimulatedProvider(() => 'delay')]])
        return (await refund({ amount })).answer.refunds.at(-1)?.number ?? ''
      }
      const paid = await stick('20.00')
      const refused = await send(`refunds/${paid}/payout`, { reference: 're_1' })
      expect(refused.answer.type).toBe('/problems/refund-with-provider')
      const unpaid = await stick('10.00')
      expect((await load()).refunds.map(({ actions }) => actions)).toEqual([[], []])
      kontor.kontor.refundProviders = new Map()
      expect((await load()).refunds.map(({ actions }) => actions)).toEqual([
        ['markPaid', 'markFailed'],
        ['markPaid', 'markFailed'],
      ])
      const marked = await send(`refunds/${paid}/payout`, { reference: 're_1' })
      expect(marked.answer).toMatchObject({ refundedMinor: 2000, refundPendingMinor: 1000 })
      expect(marked.answer.refunds[0]).toMatchObject({ status: 'succeeded', reference: 're_1' })
      expect(marked.answer.refunds[0]?.entryNumber).not.toBeNull()
      const failed = await send(`refunds/${unpaid}/failure`, { reason: 'No such refund' })
      expect(failed.answer).toMatchObject({ refundedMinor: 2000, refundPendingMinor: 0 })
      expect(failed.answer.events[0]).toMatchObject({ action: 'refund.failed', actor: owner.name })
      await expectVerified()
      for (const step of ['payout', 'failure'])
        expect((await send(`refunds/${unpaid}/${step}`, { reason: 'Again' })).status).toBeOneOf([409, 422])
      expect((await send(`refunds/${unpaid}/attempts`, {})).answer.refundedMinor).toBe(3000)
      const clerk = await kontor.createUser('operations')
      expect((await send(`refunds/${paid}/payout`, {}, clerk)).status).toBe(403)
      await expectVerified()
    })

    test('approves once, however often and by whom at once', async () => {
      const provider = new SimulatedProvider()
      kontor.kontor.refundProviders = new Map([['Stripe', provider]])
      const refundNumber = await request(await kontor.createUser('operations'))
      const approvers = [owner, await kontor.createUser('finance'), await kontor.createUser('admin')]
      const answers = await Promise.all(
        [...approvers, ...approvers].map((actor) => send(`refunds/${refundNumber}/approval`, {}, actor)),
      )
      expect(countByStatus(answers)).toEqual({ 200: 1, 409: 5 })
      expect([provider.paid.size, (await load()).refundedMinor]).toEqual([1, 6000])
      await expectVerified()
    })

    test('must still have the role when they approve', async () => {
      const refundNumber = await request(await kontor.createUser('operations'))
      const finance = await kontor.createUser('finance')
      await kontor.kontor.database.inTransaction((transaction) =>
        transaction.updateTable('users').set({ role: 'viewer' }).where('id', '=', finance.id).execute(),
      )
      expect((await send(`refunds/${refundNumber}/approval`, {}, finance)).answer.type).toBe(
        '/problems/permission-denied',
      )
      expect((await load()).refunds[0]).toMatchObject({ status: 'requested' })
    })

    test('is one of two who decide at once', async () => {
      const refundNumber = await request(await kontor.createUser('operations'))
      const answers = await Promise.all([
        send(`refunds/${refundNumber}/approval`, {}),
        send(`refunds/${refundNumber}/rejection`, { reason: 'No' }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      await expectVerified()
    })
  })

  describe('on the home page', () => {
    const listTitles = async (actor: TestUser): Promise<string[]> => {
      const response = await actor.fetch('/_payload.json')
      const { pageState } = (await response.json()) as { pageState: { data: HomeView } }
      return pageState.data.waiting.refunds.map(({ status, orderNumber, requestedBy }) =>
        [status, orderNumber, requestedBy].join(' '),
      )
    }

    test('is what someone else requested, for those who can approve it', async () => {
      const clerk = await kontor.createUser('operations')
      const admin = await kontor.createUser('admin')
      await refund({ amount: '1.00' }, clerk)
      await refund({ amount: '2.00' }, admin)
      const toTitle = ({ name }: TestUser): string => `requested ${number} ${name}`
      expect(await listTitles(owner)).toEqual([toTitle(clerk), toTitle(admin)])
      expect(await listTitles(admin)).toEqual([toTitle(clerk)])
      expect(await listTitles(clerk)).toEqual([])
    })

    test('is what failed, and what has not been confirmed for 15 minutes', async () => {
      const provider = new SimulatedProvider(({ amountMinor }) => (amountMinor === 100 ? 'fail' : 'unreachable'))
      kontor.kontor.refundProviders = new Map([['Stripe', provider]])
      await refund({ amount: '1.00' })
      await refund({ amount: '2.00' })
      expect(await listTitles(owner)).toEqual([`failed ${number} ${owner.name}`])
      kontor.clock.now += 15 * 60_000
      owner = await kontor.createUser('owner')
      expect((await listTitles(owner)).map((title) => title.split(' ')[0])).toEqual(['failed', 'processing'])
    })
  })

  describe('with a payment provider', () => {
    const use = (provider: RefundProvider): void =>
      void (kontor.kontor.refundProviders = new Map([['Stripe', provider]]))
    const getRefund = async () => (await load()).refunds[0]

    test('is paid through it', async () => {
      const provider = new SimulatedProvider()
      use(provider)
      const { answer } = await refund({ amount: '10.00' })
      expect(answer.refunds[0]).toMatchObject({ status: 'succeeded', reference: 'SIM-1', attempts: 1 })
      expect([...provider.paid.values()]).toMatchObject([
        { amountMinor: 1000, currency: 'CNY', paymentReference: 'ch_1' },
      ])
      await expectVerified()
    })

    test('can be tried again after it failed, with the same key', async () => {
      const keys: string[] = []
      const provider = new SimulatedProvider(({ key }, call) => (keys.push(key), call === 1 ? 'fail' : 'pay'))
      use(provider)
      const failed = await refund({ amount: '10.00' })
      expect(failed.answer).toMatchObject({ refundPendingMinor: 0, refundedMinor: 0 })
      expect(failed.answer.refunds[0]).toMatchObject({
        status: 'failed',
        statusReason: 'Declined by the bank',
        actions: ['reject', 'retry', 'payByTransfer', 'payToCredit'],
      })
      await expectVerified()
      const { answer } = await send(`refunds/${failed.answer.refunds[0]?.number}/attempts`, {})
      expect(answer.refunds[0]).toMatchObject({ status: 'succeeded', attempts: 2, statusReason: '' })
      expect(new Set(keys).size).toBe(1)
      await expectVerified()
    })

    test('pays what failed no more when other refunds have given that back', async () => {
      use(new SimulatedProvider((_payout, call) => (call <= 2 ? 'fail' : 'pay')))
      const [, cup] = (await load()).lines
      const items = (await refund({ lines: [{ id: cup?.id, quantity: 1 }] })).answer.refunds[0]?.number
      const shipping = (await refund({ shipping: '7.40' })).answer.refunds.at(-1)?.number
      expect(shipping).not.toBe(items)
      await refund({ lines: [{ id: cup?.id, quantity: 1 }], shipping: '0.01' })
      for (const failed of [items, shipping])
        for (const action of ['attempts', 'transfer', 'credit'])
          expect([action, (await send(`refunds/${failed}/${action}`, {})).answer]).toMatchObject([
            action,
            { type: '/problems/refund-too-high', detail: expect.stringContaining(`Reject ${failed}`) },
          ])
      expect((await load()).lines.map(({ refundedQuantity }) => refundedQuantity)).toEqual([0, 1])
      expect((await send(`refunds/${items}/rejection`, { reason: 'Refunded otherwise' })).status).toBe(200)
      await expectVerified()
    })

    test('is paid after it failed although its item and shipping were edited since', async () => {
      use(new SimulatedProvider((_payout, call) => (call === 1 ? 'fail' : 'pay')))
      const [tea] = (await load()).lines
      const { answer } = await refund({ lines: [{ id: tea?.id, quantity: 2 }], shipping: '7.40' })
      const edited = await send('edits', {
        version: answer.version,
        lines: (await load()).lines.map((line, index) => ({
          ...{ id: line.id, unitPrice: String(line.unitPriceMinor / 100) },
          quantity: index === 0 ? 1 : line.quantity,
        })),
        shipping: '0',
      })
      expect(edited.status).toBe(200)
      const retried = await send(`refunds/${answer.refunds[0]?.number}/attempts`, {})
      expect([retried.status, retried.answer.refunds[0]?.status]).toEqual([200, 'succeeded'])
    })

    test('is asked once for each payment when an order is cancelled and it declines', async () => {
      await send('payments', { amount: '5.00', method: 'cash', version: 1 })
      use(new SimulatedProvider(() => 'fail'))
      const { status, answer } = await send('cancellation', { reason: 'Sold out', refund: '1', version: 2 })
      expect([status, answer.status]).toEqual([200, 'cancelled'])
      expect(answer.refunds.map((each) => each.status).toSorted()).toEqual(['failed', 'succeeded'])
      expect(answer).toMatchObject({ refundedMinor: 500, balanceMinor: -10_251 })
      await expectVerified()
    })

    test('can be given up after it failed', async () => {
      use(new SimulatedProvider(() => 'fail'))
      const failed = await refund({ everything: true })
      const path = `refunds/${failed.answer.refunds[0]?.number}/rejection`
      const { answer } = await send(path, { reason: 'Paid in cash' }, await kontor.createUser('finance'))
      expect(answer.refunds[0]).toMatchObject({ status: 'rejected', statusReason: 'Paid in cash', actions: [] })
      expect(answer.actions).toContain('refund')
      await expectVerified()
    })

    test.each(['lose-answer', 'unreachable'] as const)('is paid once when the provider does "%s"', async (behavior) => {
      const provider = new SimulatedProvider((_payout, call) => (call <= 2 ? behavior : 'pay'))
      use(provider)
      const { answer } = await refund({ amount: '10.00' })
      expect(answer).toMatchObject({ refundPendingMinor: 1000, refundedMinor: 0 })
      expect(answer.refunds[0]).toMatchObject({ status: 'processing' })
      await expectVerified()
      for (let attempt = 0; attempt < 3; attempt++) await resumeRefunds(kontor.kontor)
      expect(await getRefund()).toMatchObject({ status: 'succeeded', amountMinor: 1000 })
      expect(provider.paid.size).toBe(1)
      await expectVerified()
    })

    describe('that sends webhooks', () => {
      const guest = () => kontor.createClient()
      const deliver = async ({ headers, body }: SignedRequest, name = 'Stripe'): Promise<number> => {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
          body,
        }
        return (await guest().fetch(`/api/webhooks/refunds/${name}`, init)).status
      }
      const succeeded = (key: string, attempt = 1) => ({
        refund: { key, attempt, result: { status: 'succeeded', reference: 'SIM-1' } },
      })
      const failed = (key: string, attempt: number) => ({
        refund: { key, attempt, result: { status: 'failed', reason: 'Late' } },
      })
      const sign = (provider: SimulatedProvider, body: object): SignedRequest =>
        provider.createWebhook(body, kontor.clock.now)
      const useDelayed = () => {
        const keys: string[] = []
        const provider = new SimulatedProvider(({ key }) => (keys.push(key), 'delay'))
        use(provider)
        return { provider, getKey: () => keys.at(-1) ?? '' }
      }

      test('is told that a text cannot be stored, so that the provider does not send it again', async () => {
        const { provider, getKey } = useDelayed()
        await refund({ amount: '10.00' })
        const result = { status: 'failed', reason: 'Late\u0000' }
        expect(await deliver(sign(provider, { refund: { key: getKey(), attempt: 1, result } }))).toBe(400)
        expect(await getRefund()).toMatchObject({ status: 'processing' })
      })

      test('takes late and repeated results, once', async () => {
        const { provider, getKey } = useDelayed()
        await refund({ amount: '10.00' })
        expect(await getRefund()).toMatchObject({ status: 'processing' })
        const statuses = await Promise.all(
          Array.from({ length: 20 }, () => deliver(sign(provider, succeeded(getKey())))),
        )
        expect(new Set(statuses)).toEqual(new Set([200]))
        expect(await getRefund()).toMatchObject({ status: 'succeeded', reference: 'SIM-1' })
        expect(await deliver(sign(provider, failed(getKey(), 1)))).toBe(200)
        expect(await load()).toMatchObject({ refundedMinor: 1000, refundPendingMinor: 0 })
        await expectVerified()
      })

      test('takes a result that comes before the answer of the call', async () => {
        const provider = new SimulatedProvider()
        use({
          parseWebhook: (request, now) => provider.parseWebhook(request, now),
          refund: async (payout) => {
            const answer = await provider.refund(payout)
            expect(await deliver(sign(provider, succeeded(payout.key)))).toBe(200)
            return answer
          },
        })
        const { answer } = await refund({ amount: '10.00' })
        expect(answer).toMatchObject({ refundedMinor: 1000, refundPendingMinor: 0 })
        expect(answer.refunds[0]?.status).toBe('succeeded')
        await expectVerified()
      })

      test('ignores the failure of an attempt that a user has repeated since then', async () => {
        const { provider, getKey } = useDelayed()
        await refund({ amount: '10.00' })
        const late = sign(provider, failed(getKey(), 1))
        expect(await deliver(late)).toBe(200)
        const { status, number: refundNumber } = (await getRefund()) ?? {}
        expect(status).toBe('failed')
        await send(`refunds/${refundNumber}/attempts`, {})
        expect(await deliver(late)).toBe(200)
        expect(await getRefund()).toMatchObject({ status: 'processing', attempts: 2 })
        expect(await deliver(sign(provider, succeeded(getKey(), 2)))).toBe(200)
        expect(await load()).toMatchObject({ refundedMinor: 1000, refundPendingMinor: 0 })
        await expectVerified()
      })

      test('refuses what the provider has not signed just now, and ignores what is not about its refunds', async () => {
        const { provider, getKey } = useDelayed()
        const other = new SimulatedProvider()
        kontor.kontor.refundProviders = new Map([
          ['Stripe', provider],
          ['PayPal', other],
        ])
        await refund({ amount: '10.00' })
        const body = succeeded(getKey())
        const signed = sign(provider, body)
        const withHeaders = (headers: Record<string, string>): SignedRequest => ({
          body: signed.body,
          headers: new Headers({ ...Object.fromEntries(signed.headers), ...headers }),
        })
        const forged: SignedRequest[] = [
          { ...signed, headers: new Headers() },
          { ...signed, body: signed.body.replace('SIM-1', 'SIM-2') },
          withHeaders({ 'webhook-id': 'other' }),
          withHeaders({ 'webhook-timestamp': String(Math.floor(kontor.clock.now / 1000) + 1) }),
          withHeaders({ 'webhook-signature': 'v1,' }),
          sign(other, body),
          provider.createWebhook(body, kontor.clock.now - 6 * 60_000),
          provider.createWebhook(body, kontor.clock.now + 6 * 60_000),
        ]
        for (const request of forged) expect(await deliver(request)).toBe(401)
        expect(await deliver(sign(other, body), 'PayPal')).toBe(200)
        expect(await deliver(sign(provider, succeeded('unknown')))).toBe(200)
        expect(await deliver(sign(provider, {}))).toBe(200)
        expect(await deliver(sign(provider, { refund: { key: 1 } }))).toBe(422)
        expect(await deliver(signed, 'Adyen')).toBe(404)
        const form = { _endpoint: 'receiveRefundWebhook', provider: 'Stripe' }
        const posted = await owner.fetch(`/orders?order=${number}`, { method: 'POST', body: new URLSearchParams(form) })
        expect(posted.status).toBe(401)
        expect(await getRefund()).toMatchObject({ status: 'processing' })
        expect(await deliver(signed)).toBe(200)
        expect(await getRefund()).toMatchObject({ status: 'succeeded' })
        await expectVerified()
      })
    })

    test('is neither lost nor doubled by a crash before, during or after the call', async () => {
      const crashes: ((provider: SimulatedProvider) => RefundProvider)[] = [
        // The process ends before the call, and after the provider has paid.
        (provider) => ({
          parseWebhook: provider.parseWebhook,
          refund: () => Promise.reject(new Error('Killed before the call')),
        }),
        (provider) => ({
          parseWebhook: provider.parseWebhook,
          refund: async (payout: RefundPayout) => {
            await provider.refund(payout)
            throw new Error('Killed after the call')
          },
        }),
      ]
      for (const [index, crash] of crashes.entries()) {
        const provider = new SimulatedProvider()
        use(crash(provider))
        await refund({ amount: '10.00' })
        // The program that starts again has only what is stored.
        const restarted = await createTestKontor(testDatabase)
        restarted.kontor.refundProviders = new Map([['Stripe', provider]])
        await Promise.all([resumeRefunds(restarted.kontor), resumeRefunds(restarted.kontor)])
        expect(provider.paid.size).toBe(1)
        expect(await load()).toMatchObject({ refundedMinor: 1000 * (index + 1), refundPendingMinor: 0 })
        await expectVerified()
      }
    })
  })
})

const countByStatus = (answers: readonly Answer[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

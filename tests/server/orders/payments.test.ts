import { attachmentLimitBytes, maxAttachments } from '#shared/constants.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const number = 'SO260301-00001'
type Answer = OrderView & Omit<Problem, 'status'>

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    clerk = await kontor.createUser('operations')
  })

  const importOrder = (changes: Parameters<typeof createDraft>[1]) =>
    importAsOperator(kontor.kontor, [createDraft(1, changes)])
  const send = async (path: string, json: object, actor: Pick<TestUser, 'fetch'> = clerk) => {
    const response = await actor.fetch(`/api/orders/${number}/${path}`, { json })
    return { status: response.status, answer: (await response.json()) as Answer }
  }
  const pay = (amount: string, changes: object = {}) =>
    send('payments', { amount, method: 'bank_transfer', version: 1, ...changes })
  /** How many orders the home page says wait for payment and for shipment. */
  const listWaiting = async (user: TestUser) => {
    const { unpaid, toShip } = (await (await user.fetch('/_payload.json')).json()).pageState.data.waiting
    return { unpaid, toShip }
  }
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  describe('a payment that is recorded by hand', () => {
    beforeEach(() => importOrder({ payment: null }))

    test('pays a part, then the rest, with reference, time and note', async () => {
      const { status, answer } = await pay('4.00', {
        reference: 'TX-77',
        note: 'Line 12 of the statement',
        paidAt: '2026-03-14T09:30',
      })
      expect(status).toBe(201)
      expect(answer).toMatchObject({ paymentStatus: 'partially_paid', capturedMinor: 400, balanceMinor: 600 })
      expect(answer.payments).toMatchObject([
        {
          number: 'PY260314-00001',
          provider: 'bank_transfer',
          reference: 'TX-77',
          note: 'Line 12 of the statement',
          capturedAt: Date.parse('2026-03-14T01:30:00Z'),
        },
      ])
      expect((await pay('6.00', { version: 2 })).answer).toMatchObject({ paymentStatus: 'paid', balanceMinor: 0 })
      const found = await clerk.fetch('/api/orders?q=TX-77')
      expect(((await found.json()) as { rows: OrderView[] }).rows.map((row) => row.number)).toEqual([number])
      await expectVerified()
    })

    test('above the total is shown as overpaid, and the excess can be refunded', async () => {
      expect((await pay('12.50')).answer).toMatchObject({ paymentStatus: 'overpaid', balanceMinor: -250 })
      const owner = await kontor.createUser('owner')
      const { answer } = await send('refunds', { amount: '2.50', reason: 'Paid too much' }, owner)
      expect(answer).toMatchObject({ balanceMinor: 0, refundedMinor: 250 })
      await expectVerified()
    })

    test('completes an order that was shipped, and opens it again when too much is paid', async () => {
      await send('shipments', { carrier: 'SF Express', version: 1 })
      expect((await pay('10.00', { version: 2 })).answer.status).toBe('completed')
      expect((await pay('1.00', { version: 3 })).answer).toMatchObject({ status: 'open', balanceMinor: -100 })
      await expectVerified()
    })

    test('of an order that is cancelled is owed to the customer', async () => {
      await send('cancellation', { reason: 'Sold out', version: 1 })
      expect((await pay('10.00', { version: 2 })).answer).toMatchObject({ status: 'cancelled', balanceMinor: -1000 })
      await expectVerified()
    })

    describe('with a file that proves it', () => {
      const toForm = (file: File, values: Record<string, string> = {}): FormData => {
        const form = new FormData()
        const fields = { amount: '4.00', method: 'bank_transfer', version: '1', ...values }
        for (const [name, value] of Object.entries(fields)) form.set(name, value)
        form.set('evidence', file)
        return form
      }
      const post = async (body: FormData, path = `/api/orders/${number}/payments`) => {
        const response = await clerk.fetch(path, { method: 'POST', body })
        return { status: response.status, answer: (await response.json()) as Answer }
      }
      const countChunks = async (): Promise<number> =>
        (await kontor.kontor.database.read.selectFrom('attachment_chunks').select('position').execute()).length

      test('keeps the file with the payment, and its removal, too', async () => {
        const { status, answer } = await post(toForm(new File(['%PDF-1.7'], 'receipt.pdf')))
        const [payment] = answer.payments
        expect([status, answer.version]).toEqual([201, 2])
        expect(answer.attachments).toMatchObject([
          { name: 'receipt.pdf', contentType: 'application/pdf', paymentNumber: payment?.number, author: clerk.name },
        ])
        await expectVerified()
        const path = `/api/orders/${number}/attachments/${answer.attachments[0]?.id}`
        expect(await (await clerk.fetch(path)).text()).toBe('%PDF-1.7')
        expect((await clerk.fetch(path, { method: 'DELETE' })).status).toBe(200)
        await expectVerified()
      })

      test('works as a form without script, with and without a chosen file', async () => {
        for (const [index, file] of [new File([], ''), new File(['GIF89a'], 'receipt.gif')].entries()) {
          const form = toForm(file, { _endpoint: 'recordPayment', number, version: String(index + 1) })
          const response = await clerk.fetch(`/orders?order=${number}`, { method: 'POST', body: form })
          expect(response.status).toBe(303)
        }
        const page = await (await clerk.fetch(`/orders?order=${number}`)).text()
        expect(page).toContain('Proof of PY')
        expect(page.match(/receipt\.gif/g)?.length).toBeGreaterThanOrEqual(2)
        await expectVerified()
      })

      test('is a download that nothing runs, whatever its name and type say, and only comes from those who record payments', async () => {
        const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
        const file = new File([script], '../../a"\r\nX-Evil: 1.png', { type: 'image/png' })
        const viewer = await kontor.createUser('viewer')
        const denied = await viewer.fetch(`/api/orders/${number}/payments`, { method: 'POST', body: toForm(file) })
        expect([denied.status, await countChunks()]).toEqual([403, 0])
        const [attachment] = (await post(toForm(file))).answer.attachments
        expect(attachment).toMatchObject({ contentType: 'application/octet-stream' })
        expect(attachment?.name).not.toMatch(/[/\\\r\n]/)
        const path = `/api/orders/${number}/attachments/${attachment?.id}`
        expect((await viewer.fetch(path)).status).toBe(403)
        const { headers } = await clerk.fetch(`${path}?inline=1`)
        expect(headers.get('x-evil')).toBeNull()
        expect(headers.get('content-disposition')).toMatch(/^attachment;/)
        expect(headers.get('content-security-policy')).toContain('sandbox')
        await expectVerified()
      })

      test('that is refused is not kept, and neither is the payment', async () => {
        const picture = () => new File(['GIF89a'], 'receipt.gif')
        expect((await post(toForm(picture(), { version: '7' }))).answer.type).toBe('/problems/changed-meanwhile')
        expect((await post(toForm(picture(), { amount: '0' }))).answer.errors?.[0]?.pointer).toBe('/amount')
        const empty = await post(toForm(new File([], 'empty.pdf')))
        expect([empty.status, empty.answer.errors?.[0]?.pointer]).toEqual([422, '/evidence'])
        const large = await post(toForm(new File([new Uint8Array(attachmentLimitBytes + 1)], 'large.pdf')))
        expect([large.status, large.answer.errors?.[0]?.pointer]).toEqual([422, '/evidence'])
        expect(await countChunks()).toBe(0)
        for (let count = 0; count < maxAttachments; count++) {
          const body = new FormData()
          body.set('file', picture())
          await clerk.fetch(`/api/orders/${number}/attachments`, { method: 'POST', body })
        }
        expect((await post(toForm(picture()))).answer.errors?.[0]?.pointer).toBe('/evidence')
        const order = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
        expect([order.payments, order.version]).toEqual([[], 1])
        await expectVerified()
      })
    })

    test('that is not valid names the field, and changes nothing', async () => {
      const findPointer = async (changes: object) => (await pay('1.00', changes)).answer.errors?.[0]?.pointer
      for (const amount of ['0', '-1', '1,00', '1.001', 'x']) expect(await findPointer({ amount })).toBe('/amount')
      expect(await findPointer({ method: 'barter' })).toBe('/method')
      expect(await findPointer({ paidAt: '2026-03-16T09:30' })).toBe('/paidAt')
      expect(await findPointer({ paidAt: '2026-02-30T09:30' })).toBe('/paidAt')
      expect(await findPointer({ paidAt: '0026-03-14T09:30' })).toBe('/paidAt')
      expect((await pay('90071992547409.91')).answer.type).toBe('/problems/ledger-full')
      expect((await pay('1.00', { version: 7 })).answer.type).toBe('/problems/changed-meanwhile')
      const order = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
      expect(order).toMatchObject({ payments: [], version: 1 })
    })

    test('has a time as a field sends it, or as people write it', async () => {
      await pay('1.00', { paidAt: '2026-03-14T09:30' })
      await pay('1.00', { paidAt: '2026-03-14 09:30', version: 2 })
      const order = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
      expect(order.payments.map(({ capturedAt }) => capturedAt)).toEqual(Array(2).fill(Date.parse('2026-03-14T01:30Z')))
    })

    test('is booked once when it is sent twice at once', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => pay('10.00')))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
      await expectVerified()
    })

    test('uses the account that the payment method has already', async () => {
      const payment = {
        provider: 'Bank Deposit',
        reference: '',
        capturedMinor: 1000,
        capturedAt: createDraft(2).placedAt,
      }
      await importAsOperator(kontor.kontor, [createDraft(2, { payment })])
      expect((await pay('1.00')).answer.payments[0]?.provider).toBe('Bank Deposit')
    })
  })

  describe('an authorization', () => {
    beforeEach(() => importOrder({ payment: null, authorizedMinor: 1000 }))
    const capture = (amount: string, version: number) => send('captures', { amount, method: 'card', version })

    test('is captured in parts, and never above what is left of it', async () => {
      expect((await capture('6.00', 1)).answer).toMatchObject({ capturedMinor: 600, authorizedMinor: 400 })
      const { status, answer } = await capture('4.01', 2)
      expect([status, answer.errors]).toEqual([422, [{ pointer: '/amount', detail: 'At most ¥4.00 is authorized.' }]])
      expect((await capture('4.00', 2)).answer).toMatchObject({ paymentStatus: 'paid', authorizedMinor: 0 })
      expect((await capture('1.00', 3)).answer.type).toBe('/problems/illegal-transition')
      await expectVerified()
    })

    test('is voided, by a user or with the order', async () => {
      const { answer } = await send('voids', { version: 1 })
      expect(answer).toMatchObject({ paymentStatus: 'unpaid', authorizedMinor: 0 })
      await expectVerified()
      await importAsOperator(kontor.kontor, [createDraft(2, { payment: null, authorizedMinor: 1000 })])
      const response = await clerk.fetch('/api/orders/SO260301-00002/cancellation', {
        json: { reason: 'Sold out', version: 1 },
      })
      expect(await response.json()).toMatchObject({ paymentStatus: 'voided', authorizedMinor: 0 })
      await expectVerified()
    })

    test('is voided after a part was captured and refunded', async () => {
      const owner = await kontor.createUser('owner')
      await capture('6.00', 1)
      expect((await send('refunds', { amount: '2.00', reason: 'Late' }, owner)).answer).toMatchObject({
        refundedMinor: 200,
      })
      const { answer } = await send('voids', { version: 3 })
      expect(answer).toMatchObject({ authorizedMinor: 0, capturedMinor: 600, refundedMinor: 200, balanceMinor: 400 })
      expect((await send('refunds', { everything: true, reason: 'Late' }, owner)).answer).toMatchObject({
        refundedMinor: 600,
      })
      await expectVerified()
    })

    test('is captured while what was captured before is refunded, and both count', async () => {
      const owner = await kontor.createUser('owner')
      await capture('5.00', 1)
      const refunds = Array.from({ length: 10 }, () => send('refunds', { amount: '1.00', reason: 'Late' }, owner))
      const retryCapture = async (): Promise<number> => {
        for (;;) {
          const { version } = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
          const { status } = await capture('5.00', version)
          if (status !== 409) return status
        }
      }
      const [captured, ...answers] = await Promise.all([retryCapture(), ...refunds])
      expect(captured).toBe(201)
      const succeeded = answers.filter(({ status }) => status === 201).length
      expect(succeeded).toBeGreaterThanOrEqual(5)
      const order = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
      expect(order).toMatchObject({ capturedMinor: 1000, refundedMinor: 100 * succeeded, refundPendingMinor: 0 })
      await expectVerified()
    })

    test('is not captured while the order is on hold', async () => {
      await send('hold', { reason: 'Fraud check', version: 1 })
      expect((await capture('1.00', 2)).status).toBe(409)
    })
  })

  describe('an open amount', () => {
    test('is written off, after which nothing is owed and a shipped order is completed', async () => {
      await importOrder({ payment: null })
      const owner = await kontor.createUser('owner')
      await pay('9.50')
      await send('shipments', { carrier: 'SF Express', version: 2 })
      expect((await send('write-offs', { reason: 'Too small', version: 3 })).status).toBe(403)
      const { answer } = await send('write-offs', { reason: 'Too small', version: 3 }, owner)
      expect(answer).toMatchObject({ status: 'completed', balanceMinor: 0, writtenOffMinor: 50 })
      await expectVerified()
      const refunded = await send('refunds', { everything: true, reason: 'Returned' }, owner)
      expect(refunded.answer).toMatchObject({
        paymentStatus: 'refunded',
        refundedMinor: 950,
        balanceMinor: 0,
        writtenOffMinor: 50,
      })
      await expectVerified()
    })
  })

  test('an order of which the rest was written off is paid, and can be shipped', async () => {
    await importOrder({ payment: null })
    const owner = await kontor.createUser('owner')
    await pay('9.90')
    const { answer } = await send('write-offs', { reason: 'Bank fee', version: 2 }, owner)
    expect(answer).toMatchObject({ status: 'open', paymentStatus: 'paid', balanceMinor: 0 })
    expect(await listWaiting(owner)).toEqual({ unpaid: 0, toShip: 1 })
    await expectVerified()
  })

  test('after an edit that costs more, the customer owes the difference until it is paid', async () => {
    await importOrder({ lines: [createLine({ unitPriceMinor: 1000 })] })
    const owner = await kontor.createUser('owner')
    const before = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    const edited = await send('edits', { version: before.version, shipping: '2.00' }, owner)
    expect(edited.answer.balanceMinor).toBe(200)
    await pay('2.00', { version: edited.answer.version })
    await expectVerified()
  })
})

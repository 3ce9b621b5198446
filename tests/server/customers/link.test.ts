import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import { createOperatorContext } from '#server/context.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  beforeEach(async () => void (kontor = await createTestKontor(await open())))

  const importOrders = (...contacts: { email?: string; phone?: string }[]) =>
    importAsOperator(
      kontor.kontor,
      contacts.map((contact) => createContactDraft(contact)),
    )
  let index = 0
  const createContactDraft = ({ email = '', phone = '' }: { email?: string; phone?: string }): OrderDraft =>
    createDraft(++index, { email, phone })

  /** The customers of all orders, in the order in which they were placed, as 1, 2, … */
  const listCustomers = async (): Promise<(number | null)[]> => {
    const orders = await kontor.kontor.database.read
      .selectFrom('orders')
      .select('customer_number')
      .orderBy('placed_at')
      .execute()
    return orders.map(({ customer_number }) =>
      customer_number === null ? null : Number(customer_number.split('-')[1]),
    )
  }

  const failedChecks = async () => (await checkRows(kontor.kontor)).filter(({ passed }) => !passed)

  test('orders with the same email address or phone number, however it is written, have the same customer', async () => {
    await importOrders(
      { email: 'Ann@Example.com' },
      { email: ' ann@example.COM ', phone: '+49 151 1234567' },
      { phone: '0049-151/1234567' },
      { email: 'ann.new@example.com', phone: '+491511234567' },
    )
    await importOrders({ email: 'ann.new@example.com' }, { email: 'bo@example.com' })
    expect(await listCustomers()).toEqual([1, 1, 1, 1, 1, 2])
    expect(await failedChecks()).toEqual([])
  })

  test('an order without an email address and a phone number has no customer', async () => {
    await importOrders({}, { phone: '123' }, { phone: '000 000 0000' }, { email: 'n/a' })
    expect(await listCustomers()).toEqual([null, null, null, null])
    expect(await failedChecks()).toEqual([])
  })

  test('orders of which the shop hides a part of the contact have no customer, because others have the same rest', async () => {
    await importOrders({ phone: '138****0001' }, { phone: '138＊＊＊＊0001' }, { email: 'a***@example.com' })
    expect(await listCustomers()).toEqual([null, null, null])
    expect(await failedChecks()).toEqual([])
  })

  test('the email address counts more than the phone number', async () => {
    await importOrders({ email: 'ann@example.com' }, { email: 'bo@example.com', phone: '5550101234' })
    await importOrders({ email: 'ann@example.com', phone: '555 010 1234' }, { phone: '5550101234' })
    expect(await listCustomers()).toEqual([1, 2, 1, 2])
    expect(await failedChecks()).toEqual([])
  })

  test('imports at once make one customer', async () => {
    const drafts = Array.from({ length: 8 }, () =>
      createContactDraft({ email: 'ann@example.com', phone: '5550101234' }),
    )
    await Promise.all(
      drafts.map((draft) =>
        kontor.kontor.database.inTransaction((transaction) =>
          importDrafts(transaction, createOperatorContext(kontor.kontor), [draft]),
        ),
      ),
    )
    expect(await listCustomers()).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
    expect(await failedChecks()).toEqual([])
  })

  test('an edit gives an order without a customer the one of its new contact, and leaves any other where it is', async () => {
    const [without, ann, bo] = await importOrders({}, { email: 'ann@example.com' }, { email: 'bo@example.com' })
    const clerk = await kontor.createUser('operations')
    const edit = async (outcome: typeof ann, input: object): Promise<OrderView> => {
      const number = outcome && 'number' in outcome ? outcome.number : ''
      const response = await clerk.fetch(`/api/orders/${number}/edits`, {
        method: 'POST',
        json: { version: 1, ...input },
      })
      expect(response.status).toBe(200)
      return response.json()
    }
    const found = await edit(without, { email: 'ANN@example.com', phone: '555 010 1234' })
    expect(found.customerNumber).toEndWith('-00001')
    await edit(ann, { email: 'bo@example.com' })
    await edit(bo, { email: 'bo.new@example.com' })
    await importOrders({ email: 'bo.new@example.com' }, { phone: '5550101234' }, { email: 'bo@example.com' })
    expect(await listCustomers()).toEqual([1, 1, 2, 2, 1, 2])
    expect(await failedChecks()).toEqual([])
  })
})

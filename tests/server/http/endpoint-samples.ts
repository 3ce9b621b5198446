import type { LedgerAccount } from '#shared/finance/account-views.ts'
import type { WebhookView } from '#shared/webhooks/webhooks.ts'
import { createRole } from '#tests/support/create-role.ts'
import { inTransaction } from '#server/auth/access.ts'
import { openSession } from '#server/auth/open-session.ts'
import { provePassword } from '#server/auth/proof.ts'
import { findAccountById } from '#server/auth/store.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import { createOperatorContext } from '#server/context.ts'
import { createApp } from '#server/app.ts'
import { newId } from '#server/db/id.ts'
import type { RefundProviders } from '#server/orders/money/refund-provider.ts'
import { SimulatedProvider } from '#server/orders/money/simulated-provider.ts'
import type { ServerHandle } from '#server/http/app-context.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ProblemName } from '#shared/problem.ts'
import { findRole, roleHasPermission } from '#shared/permissions.ts'
import type { EndpointName, RequestOf } from '#shared/routes/endpoints.ts'
import type { UserStatus } from '#shared/staff/user-status.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { createPeriodSamples } from '#tests/server/http/period-samples.ts'
import { createJobSamples } from '#tests/server/http/job-samples.ts'
import { createFactorSamples } from '#tests/server/http/factor-samples.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import { createAccount, password, type TestUser } from '#tests/support/test-user.ts'

/** How the contract test calls an endpoint. */
export interface Sample<Name extends EndpointName> {
  /** A new input that the endpoint accepts from `user`. */
  input: (user: TestUser) => Promise<RequestOf<Name>> | RequestOf<Name>
  /** The headers that sign a body, for endpoints with the access `signature`. */
  sign?: (body: string) => Headers
  /** For each problem that the endpoint declares itself: a call that it answers with it. */
  problems: Partial<Record<ProblemName, Refused<Name>>>
}

type Refused<Name extends EndpointName> =
  | { input: () => Promise<RequestOf<Name>> | RequestOf<Name>; as?: 'owner' | 'admin' }
  | { send: () => Promise<Response> }

/** One sample for each endpoint: a new endpoint without one does not compile. Everything is created in `kontor`. */
export function createSamples(kontor: TestKontor, owner: TestUser): { [Name in EndpointName]: Sample<Name> } {
  let orderCount = 0
  const newOrder = async (): Promise<string> => {
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(++orderCount)])
    if (outcome?.outcome !== 'created' || !outcome.number) throw new Error('The sample order was not created')
    return outcome.number
  }
  /** The number of a new import; an empty one has read an order that was there before. */
  const newImport = async ({ isEmpty = false } = {}): Promise<string> => {
    const name = `#${newId()}`
    for (let uploads = isEmpty ? 2 : 1; uploads > 0; uploads--) {
      const body = new FormData()
      body.append('file', csv(buildExportCsv([{ name }])))
      await owner.fetch('/api/imports/orders', { method: 'POST', body })
    }
    const { imports } = (await (await owner.fetch('/api/imports/orders')).json()) as ImportList
    return imports[0]?.number ?? ''
  }
  const customerMapping = { headingRow: '0', source: 'file', columns: { name: '0', email: '1' } }
  /** A new import of customers. */
  const newCustomerImport = async (text: string): Promise<{ import: string }> => {
    const body = new FormData()
    body.append('file', csv(text))
    for (const [name, value] of Object.entries({ headingRow: '0', source: 'file' }))
      body.append(`mapping[${name}]`, value)
    for (const [name, value] of Object.entries(customerMapping.columns)) body.append(`mapping[columns][${name}]`, value)
    const response = await owner.fetch('/api/imports/customers', { method: 'POST', body })
    return { import: ((await response.json()) as { number: string }).number }
  }
  const newViewName = (): string => `View ${crypto.randomUUID().slice(0, 8)}`
  const saveSampleView = async (user: TestUser, sharing: { shared?: '1' } = {}): Promise<string> => {
    const json = { viewName: newViewName(), query: 'status=open', ...sharing }
    const response = await user.fetch('/api/lists/orders/views', { json })
    return ((await response.json()) as { view: ListView }).view.id
  }
  const finished = { payment: null, status: 'cancelled', cancelledAt: 1 } as const
  /** The customer of a new order, who has no other one. */
  const newCustomer = async (changes: Parameters<typeof createDraft>[1] = {}): Promise<string> => {
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(++orderCount, { phone: '', ...changes })])
    if (outcome?.outcome !== 'created') throw new Error('The sample order was not created')
    const order = (await (await owner.fetch(`/api/orders/${outcome.number}`)).json()) as OrderView
    return order.customerNumber ?? ''
  }
  /** A new rate, and the number of the change that set it. */
  let rateCount = 0
  const newRate = () => ({
    day: new Date(Date.UTC(2001, 0, 1) + 86_400_000 * ++rateCount).toISOString().slice(0, 10),
    from: 'USD',
    to: 'CNY',
  })
  const setRate = async (): Promise<ReturnType<typeof newRate> & { change: number }> => {
    const rate = newRate()
    const json = { ...rate, rate: '7.1', source: 'Bank' }
    const response = await owner.fetch('/api/finance/exchange-rates', { json })
    return { ...rate, change: ((await response.json()) as { change: number }).change }
  }
  /** The code of a new bank account. */
  const newLedgerAccount = async (): Promise<string> => {
    const response = await owner.fetch('/api/finance/accounts', {
      json: { role: 'bank', currency: 'CNY', accountName: 'ICBC 6789' },
    })
    return (await response.json()).code
  }
  const newStatementFile = (day = '2026-03-01', amount = '5.00', text = '转账'): File =>
    new File(
      [
        `记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要\n${day},CNY,${amount},${amount},${text},张三,货款\n`,
      ],
      'cmb.csv',
    )
  const newStatement = async (account: string, ...content: Parameters<typeof newStatementFile>): Promise<string> => {
    const body = new FormData()
    body.set('account', account)
    body.set('file', newStatementFile(...content))
    return (await (await owner.fetch('/api/finance/statements', { method: 'POST', body })).json()).statements[0]
      .statement
  }
  /** An open line of a new statement. */
  const newLine = async (): Promise<string> => `${await newStatement(await newLedgerAccount())}:2`
  /** A line with a match: posted as a receipt of unknown money, or ignored. */
  const newMatch = async (isPosted: boolean): Promise<{ line: string; match: string; account: string }> => {
    const line = await newLine()
    const [path, input] = isPosted
      ? (['/api/finance/posted-matches', { difference: 'suspense' }] as const)
      : (['/api/finance/ignored-lines', { reason: 'Test payment' }] as const)
    const { match, account } = await (await owner.fetch(path, { json: { line, ...input } })).json()
    return { line, match, account }
  }
  const postToBank = async (account: string, side: 'debit' | 'credit', amount: string): Promise<number> => {
    const lines = [
      { account, [side]: amount },
      { account: '3001', [side === 'debit' ? 'credit' : 'debit']: amount },
    ]
    const response = await owner.fetch('/api/finance/entries', { json: { day: '2026-03-01', memo: '李四', lines } })
    return (await response.json()).number
  }
  const archive = (account: string): Promise<Response> =>
    owner.fetch(`/api/finance/accounts/${account}/archive`, { json: {} })
  /** A line of 5.00 less a fee of 1.00, and the posting that it fits. */
  const newLineWithFee = async () => {
    const account = await newLedgerAccount()
    const entry = await postToBank(account, 'debit', '5.00')
    const body = new FormData()
    body.set('account', account)
    body.set(
      'file',
      new File(
        [
          'balance_transaction_id,created,currency,gross,fee,net,reporting_category,description\n',
          'txn_1,2026-03-01 10:00:00,cny,5.00,1.00,4.00,other,李四\n',
        ],
        'stripe.csv',
      ),
    )
    const { statements } = await (await owner.fetch('/api/finance/statements', { method: 'POST', body })).json()
    return { account, input: { line: `${statements[0].statement}:2`, postings: [`${entry}.1`] } }
  }
  const lineProblems = <Input>(toInput: (line: string) => Input) => ({
    'not-found': { input: () => toInput('missing:2') },
    'changed-meanwhile': { input: async () => toInput((await newMatch(false)).line) },
  })
  const newUndoneMatch = async (): Promise<{ match: string }> => {
    const { match } = await newMatch(false)
    await owner.fetch(`/api/finance/matches/${match}/undo`, { json: {} })
    return { match }
  }
  /** The match of a payout that a provider sent; `arrive` imports and confirms the line of the bank. */
  const newSentPayout = async () => {
    await newOrder()
    const amount = `${7000 + ++orderCount}.31`
    const { accounts } = await (await owner.fetch('/api/finance/accounts')).json()
    const isClearing = (account: LedgerAccount): boolean => account.role === 'clearing' && account.currency === 'CNY'
    const clearing = accounts.find(isClearing).code
    const line = `${await newStatement(clearing, undefined, `-${amount}`, '提现')}:2`
    const sent = await owner.fetch('/api/finance/posted-matches', { json: { line, difference: '1002.90' } })
    const { match } = (await sent.json()) as { match: string }
    return { match, arrive: () => newArrival(amount) }
  }
  /** The line of the bank for an amount that is in transit. */
  const newArrival = async (amount: string): Promise<void> => {
    const bank = await newLedgerAccount()
    await newStatement(bank, '2026-03-02', amount)
    const { rows } = await (await owner.fetch(`/api/finance/match-lines?account=${bank}`)).json()
    const json = { line: rows[0].id, proposal: rows[0].proposal.fingerprint }
    await owner.fetch('/api/finance/posted-matches', { json })
  }
  const newArrivedPayout = async (): Promise<{ match: string }> => {
    const { match, arrive } = await newSentPayout()
    await arrive()
    return { match }
  }
  /** A request for what a match posts. */
  const newMatchRequest = async (): Promise<{ line: string; request: string }> => {
    const line = await newLine()
    const json = { line, difference: 'suspense', approval: '1' }
    const requester = await requesterOfEntries()
    const { request } = await (await requester.fetch('/api/finance/posted-matches', { json })).json()
    return { line, request }
  }
  const newEntryLines = async (amount = '5.00') => [
    { account: await newLedgerAccount(), debit: amount },
    { account: '3001', credit: amount },
  ]
  const postEntry = async (path: string, json: object): Promise<number> =>
    (await (await owner.fetch(`/api/finance/entries${path}`, { json })).json()).number
  const newEntry = async (): Promise<number> => postEntry('', { memo: 'Owner pays in', lines: await newEntryLines() })
  /** What gives a customer store credit, or takes it back. */
  const creditOf = (customer: string, change: 'give' | 'take' = 'give', amount = '5.00') => ({
    ...{ customer, change, account: '5601.1', amount, reason: 'Goodwill' },
  })
  /** The lines of an entry by hand that gives it. */
  const creditLines = (customer: string) => [
    { account: '5601.1', debit: '5.00' },
    { account: '2241.1', credit: '5.00', customer },
  ]
  /** The number of the entry that did. */
  const changeCredit = async (customer: string, change?: 'give' | 'take'): Promise<number> => {
    const { customer: of, ...json } = creditOf(customer, change)
    return (await (await owner.fetch(`/api/customers/${of}/credit-entries`, { json })).json()).number
  }
  /** An entry that gave store credit which the customer no longer has. */
  const newUsedCredit = async (): Promise<number> => {
    const customer = await newCustomer()
    const number = await changeCredit(customer)
    await changeCredit(customer, 'take')
    return number
  }
  /** The problems with an entry that is reversed: one that is missing, of an order, reversed, a reversal, or of an archived account. */
  const entryProblems = <Input>(toInput: (number: number) => Input | Promise<Input>) => {
    const after = (find: () => Promise<number>) => ({ input: async () => toInput(await find()) })
    return {
      'not-found': after(async () => 999_999_999),
      'entry-of-order': after(async () => {
        await newOrder()
        const response = await owner.fetch('/api/finance/entries?kind=payment.captured')
        return (await response.json()).rows[0].number
      }),
      'entry-already-reversed': after(async () => {
        const number = await newEntry()
        await postEntry(`/${number}/reversal`, { memo: 'Mistake' })
        return number
      }),
      'store-credit-too-low': after(newUsedCredit),
      'entry-is-reversal': after(async () => postEntry(`/${await newEntry()}/reversal`, { memo: 'Mistake' })),
      'payout-completed': after(async () => {
        const amount = `${8000 + ++orderCount}.31`
        const sent = [
          { account: '1002.90', debit: amount },
          { account: '3001', credit: amount },
        ]
        const number = await postEntry('', { day: '2026-03-01', memo: 'Cash to the bank', lines: sent })
        await newArrival(amount)
        return number
      }),
      'account-archived': after(async () => {
        const account = await newLedgerAccount()
        const entry = (debit: string, credit: string) =>
          postEntry('', {
            memo: 'Owner pays in',
            lines: [
              { account: debit, debit: '1' },
              { account: credit, credit: '1' },
            ],
          })
        const number = await entry(account, '3001')
        await entry('3001', account)
        await owner.fetch(`/api/finance/accounts/${account}/archive`, { json: {} })
        return number
      }),
    }
  }
  /** An entry, or the reversal of one, that someone of finance asks to be approved. */
  const newEntryRequest = async (path = '', lines?: object[], requester?: TestUser, more = {}): Promise<string> => {
    const user =
      requester && roleHasPermission(findRole(requester.role, []), 'finance.post')
        ? requester
        : await requesterOfEntries()
    const json = {
      memo: 'Owner pays in',
      approval: '1',
      ...more,
      ...(path === '' && { lines: lines ?? (await newEntryLines()) }),
    }
    return (await (await user.fetch(`/api/finance/entries${path}`, { json })).json()).request
  }
  let entryRequester: Promise<TestUser> | undefined
  const requesterOfEntries = (): Promise<TestUser> => (entryRequester ??= kontor.createUser('finance'))
  const requestProblems = {
    'own-request': { input: async () => ({ request: await newEntryRequest('', undefined, owner) }) },
    'request-decided': {
      input: async () => {
        const request = await newEntryRequest()
        await owner.fetch(`/api/finance/entry-requests/${request}/approval`, { json: {} })
        return { request }
      },
    },
  }
  const withReason = ({ input }: { input: () => Promise<{ request: string }> }) => ({
    input: async () => ({ ...(await input()), reason: 'Not ours' }),
  })
  const newTemplate = async (): Promise<string> => {
    const json = { templateName: 'Rent', memo: 'Rent', firstDay: '2026-03-05', lines: await newEntryLines() }
    return (await (await owner.fetch('/api/finance/templates', { json })).json()).template
  }
  const editedTemplate = async (template: string, version: number) => ({
    template,
    version,
    ...{ templateName: 'Rent', memo: 'Rent of the shop', firstDay: '2026-03-05', lines: await newEntryLines() },
  })
  /** Someone who may give no discounts. */
  const newClerk = async (): Promise<TestUser> => {
    const permissions = ['orders.view', 'orders.create', 'orders.edit', 'customers.view_personal'] as const
    return kontor.createUser(await createRole(owner, permissions, { discountLimit: '0' }))
  }
  /** A token of the user; of the owner for one who may have none. */
  const newToken = async (user: TestUser): Promise<string> => {
    const json = { tokenName: 'Shop', permissions: ['orders.view'] }
    const response = await user.fetch('/api/tokens', { json })
    return response.ok ? (await response.json()).token.id : newToken(owner)
  }
  const newWebhook = async (): Promise<WebhookView> => {
    const json = { url: 'https://example.com/hooks', topics: ['order.created'] }
    const { rows } = (await (await owner.fetch('/api/webhooks')).json()) as { rows: WebhookView[] }
    // There can only be a few.
    for (const { id } of rows) await owner.fetch(`/api/webhooks/${id}`, { method: 'DELETE' })
    return (await (await owner.fetch('/api/webhooks', { json })).json()).webhook
  }
  const newDelivery = async (): Promise<{ webhook: string; delivery: string }> => {
    const { id } = await newWebhook()
    const delivery = await (await owner.fetch(`/api/webhooks/${id}/tests`, { json: {} })).json()
    return { webhook: id, delivery: delivery.id }
  }
  const missingWebhook = { 'not-found': { input: () => ({ webhook: 'missing' }) } }
  const newErasedCustomer = async (): Promise<string> => {
    const customer = await newCustomer(finished)
    await owner.fetch(`/api/customers/${customer}/erasure`, { json: { confirmation: customer } })
    return customer
  }
  const setStatus = (id: string, status: UserStatus): Promise<void> =>
    kontor.kontor.database.inTransaction(async (transaction) => {
      const changes = status === 'pending' || status === 'archived' ? { status, role: null } : { status }
      await transaction.updateTable('users').set(changes).where('id', '=', id).execute()
    })
  const newUser = async (status: UserStatus, role: 'viewer' | 'owner' = 'viewer') => {
    const user = await createAccount(kontor, role)
    await setStatus(user.id, status)
    return user
  }
  const newResetLink = async (): Promise<string> => {
    const user = await newUser('active')
    const context = createOperatorContext(kontor.kontor)
    return inTransaction(context, (transaction) => issueResetLink(transaction, context, user))
  }
  /** Another session of a user, who may have a second factor from another sample. */
  const newSession = async ({ id }: Pick<TestUser, 'id'>): Promise<string> => {
    const account = await findAccountById(kontor.kontor.database.read, id)
    if (!account?.role) throw new Error('The sample user has no role')
    const session = await openSession(
      createOperatorContext(kontor.kontor),
      { ...account, role: account.role },
      [],
      provePassword(id),
    )
    return session.id
  }
  const newEmail = (): string => `${newId()}@example.com`
  const shipment = { carrier: 'SF Express', trackingNumber: 'SF1', version: 1 }
  /** An unpaid order, after these requests. */
  const newUnpaidOrder = async (...requests: [path: string, body: object][]): Promise<string> => {
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(++orderCount, { payment: null })])
    if (outcome?.outcome !== 'created' || !outcome.number) throw new Error('The sample order was not created')
    for (const [path, json] of requests) await owner.fetch(`/api/orders/${outcome.number}/${path}`, { json })
    return outcome.number
  }
  const cancellation: [string, object] = ['cancellation', { reason: 'Customer asked', version: 1 }]
  const newCancelledOrder = () => newUnpaidOrder(cancellation)
  const newArchivedOrder = () => newUnpaidOrder(cancellation, ['archive', { version: 2 }])
  const hold: [string, object] = ['hold', { reason: 'Address unclear', version: 1 }]
  /** The problems of an action on an order: `legal` makes an order that allows it, `illegal` one that does not. */
  const orderProblems = <Input extends object>(
    input: Input & { version: number },
    { legal, illegal }: Record<'legal' | 'illegal', () => Promise<string>>,
  ) => ({
    'not-found': { input: () => ({ number: 'missing', ...input }) },
    'changed-meanwhile': { input: async () => ({ number: await legal(), ...input, version: 7 }) },
    'illegal-transition': { input: async () => ({ number: await illegal(), ...input }) },
  })
  const seller = { name: 'Qinghe Tea', address: '1 Long Street\nShanghai', taxId: 'T-1' }
  const currentSellerVersion = async (): Promise<number> =>
    (await kontor.kontor.database.read.selectFrom('seller').select('version').executeTakeFirstOrThrow()).version
  const delivery: [string, object] = ['deliveries', { version: 2 }]
  /** An order that was shipped, after these requests. */
  const newShippedOrder = async (...requests: [path: string, body: object][]): Promise<string> => {
    const number = await newOrder()
    for (const [path, json] of [['shipments', shipment] as const, ...requests])
      await owner.fetch(`/api/orders/${number}/${path}`, { json })
    return number
  }
  /** A shipment, cancelled on request. */
  const newShipment = async (cancelled = false): Promise<{ number: string; shipment: string }> => {
    const number = await newShippedOrder()
    const order = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    const created = { number, shipment: order.shipments[0]?.number ?? '' }
    const json = { reason: 'Wrong label', version: 2 }
    if (cancelled) await owner.fetch(`/api/orders/${number}/shipments/${created.shipment}/cancellation`, { json })
    return created
  }
  /** The problems of an action on a shipment that is on its way. */
  const shipmentProblems = <Input extends object>(input: Input) => ({
    'not-found': { input: async () => ({ ...(await newShipment()), ...input, shipment: 'missing', version: 2 }) },
    'changed-meanwhile': { input: async () => ({ ...(await newShipment()), ...input, version: 7 }) },
    'illegal-transition': { input: async () => ({ ...(await newShipment(true)), ...input, version: 3 }) },
  })
  const newRole = (): Promise<string> => createRole(owner, ['orders.view'])
  const note = { text: 'Gift\nNo price slip' }
  /** A note on a new order, by this user if they may write notes, otherwise by the owner. */
  const newNote = async (user: TestUser = owner): Promise<{ number: string; noteId: string }> => {
    const number = await newOrder()
    const author = roleHasPermission(findRole(user.role, []), 'orders.note') ? user : owner
    const response = await author.fetch(`/api/orders/${number}/notes`, { json: note })
    const { notes } = (await response.json()) as OrderView
    return { number, noteId: notes[0]?.id ?? '' }
  }
  const enteredOrder = { customerName: 'Wang Fang', lines: [{ name: 'Green tea', unitPrice: '12.50' }] }
  const newDraftOrder = async (): Promise<string> => {
    const response = await owner.fetch('/api/orders/drafts', { json: enteredOrder })
    return ((await response.json()) as OrderView).number
  }
  const receivedOrder = (externalId: string) => ({
    externalId,
    currency: 'CNY',
    lines: [{ name: 'Green tea', quantity: 1, unitPriceMinor: 1250 }],
  })
  const newCarrier = async (): Promise<string> => {
    const name = newId()
    const json = { carrierName: name, trackingUrl: 'https://example.com/{number}' }
    const added = (await (await owner.fetch('/api/carriers', { json })).json()) as { carriers: CarrierView[] }
    return added.carriers.find((carrier) => carrier.name === name)?.id ?? ''
  }
  const newPayment = () => ({ amount: '2.50', method: 'cash' as const, version: 1 })
  const newAuthorizedOrder = async (): Promise<string> => {
    const draft = createDraft(++orderCount, { payment: null, authorizedMinor: 1000 })
    await importAsOperator(kontor.kontor, [draft])
    return (await findNumber(draft.externalNumber)) ?? ''
  }
  const findNumber = async (externalNumber: string): Promise<string | undefined> => {
    const found = await kontor.kontor.database.read
      .selectFrom('orders')
      .select('number')
      .where('external_number', '=', externalNumber)
      .executeTakeFirst()
    return found?.number
  }
  /** Refunds above 5.00 need two people; the simulated provider declines those of 10.00. */
  kontor.kontor.config = { ...kontor.kontor.config, refundLimit: '5' }
  const provider = new SimulatedProvider(({ amountMinor }) => (amountMinor === 1000 ? 'fail' : 'pay'))
  const providers: RefundProviders = new Map([['Simulated', provider]])
  kontor.kontor.refundProviders = providers
  /** A refund of everything that someone has requested. */
  const newRefundRequest = async (
    changes: Parameters<typeof createDraft>[1] = {},
    requester?: Pick<TestUser, 'fetch'>,
  ): Promise<{ number: string; refund: string }> => {
    const draft = createDraft(++orderCount, changes)
    await importAsOperator(kontor.kontor, [draft])
    const number = (await findNumber(draft.externalNumber)) ?? ''
    const client = requester ?? (await kontor.createUser('operations'))
    const response = await client.fetch(`/api/orders/${number}/refunds`, {
      json: { everything: true, reason: 'Goodwill' },
    })
    const order = (await response.json()) as OrderView
    return { number, refund: order.refunds[0]?.number ?? '' }
  }
  const newDecidedRefund = async () => {
    const request = await newRefundRequest()
    await owner.fetch(`/api/orders/${request.number}/refunds/${request.refund}/approval`, { json: {} })
    return request
  }
  /** A refund that the provider declined; `later` is the amount of another refund since then. */
  const newFailedRefund = async (later?: string) => {
    const payment = { provider: 'Simulated', reference: '', capturedMinor: 1000, capturedAt: createDraft(0).placedAt }
    const request = await newRefundRequest({ payment })
    await owner.fetch(`/api/orders/${request.number}/refunds/${request.refund}/approval`, { json: {} })
    if (later !== undefined)
      await owner.fetch(`/api/orders/${request.number}/refunds`, { json: { amount: later, reason: 'Goodwill' } })
    return request
  }
  /** A refund that a provider is paying. */
  const newSlowRefund = async () => {
    const payment = { provider: 'Slow', reference: '', capturedMinor: 900, capturedAt: createDraft(0).placedAt }
    const request = await newRefundRequest({ payment, totalMinor: 900 })
    kontor.kontor.refundProviders = new Map([...providers, ['Slow', new SimulatedProvider(() => 'delay')]])
    await owner.fetch(`/api/orders/${request.number}/refunds/${request.refund}/approval`, { json: {} })
    return request
  }
  /** A line of a statement of the provider that is paying a refund. */
  const newProcessingRefund = async () => {
    const { number, refund } = await newSlowRefund()
    const { accounts } = await (await owner.fetch('/api/finance/accounts')).json()
    const { code } =
      (accounts as { code: string; provider: string }[]).find((account) => account.provider === 'Slow') ?? {}
    return { line: `${await newStatement(code ?? '', undefined, '-9.00', `退款 ${number}`)}:2`, refund }
  }
  const newPaidRefund = async () => {
    const number = await newOrder()
    const json = { amount: '4.00', reason: 'Goodwill' }
    const response = await owner.fetch(`/api/orders/${number}/refunds`, { json })
    return { number, refund: ((await response.json()) as OrderView).refunds[0]?.number ?? '' }
  }
  /** One that came back after the customer got a credit note of it. */
  const newCreditedRefund = async () => {
    const json = { ...seller, version: await currentSellerVersion() }
    await owner.fetch('/api/seller', { method: 'PUT', json })
    const print = (kind: string, number: string) =>
      owner.fetch('/api/prints', { json: { kind, orders: [number], paper: 'a4', language: 'en' } })
    const draft = createDraft(++orderCount)
    await importAsOperator(kontor.kontor, [draft])
    const number = (await findNumber(draft.externalNumber)) ?? ''
    await print('invoice', number)
    const paid = await owner.fetch(`/api/orders/${number}/refunds`, { json: { amount: '4.00', reason: 'Goodwill' } })
    const refund = ((await paid.json()) as OrderView).refunds[0]?.number ?? ''
    await print('credit-note', number)
    await owner.fetch(`/api/orders/${number}/refunds/${refund}/return`, { json: { reason: 'Account closed' } })
    return { number, refund }
  }
  /** One that it was paying when Kontor was disconnected from it. */
  const newStuckRefund = async () => {
    const request = await newSlowRefund()
    kontor.kontor.refundProviders = providers
    return request
  }
  /** A shipped order with a return, after these requests about it. */
  const newReturn = async (...paths: ('approval' | 'rejection' | 'receipts')[]) => {
    const number = await newShippedOrder()
    const load = async () => (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    const lines = (await load()).lines.map(({ id }) => ({ id, quantity: 1 }))
    const post = async (path: string, json: object) => {
      const { version } = await load()
      await owner.fetch(`/api/orders/${number}/returns${path}`, { json: { ...json, version } })
    }
    await post('', { reason: 'Too small', lines })
    const returnNumber = (await load()).returns[0]?.number ?? ''
    const received = lines.map((line) => ({ ...line, condition: 'new' as const }))
    const bodies = { approval: {}, rejection: { reason: 'Worn' }, receipts: { lines: received } }
    for (const path of paths) await post(`/${returnNumber}/${path}`, bodies[path])
    return { received, target: { number, returnNumber, version: 3 + paths.length } }
  }
  const newReturnTarget = async (...paths: Parameters<typeof newReturn>) => (await newReturn(...paths)).target
  /** The problems of an action on a return: `legal` makes one that allows it, `illegal` one that does not. */
  const returnProblems = <Input extends object>(
    input: Input,
    { legal, illegal }: Record<'legal' | 'illegal', () => ReturnType<typeof newReturnTarget>>,
  ) => ({
    'not-found': { input: async () => ({ ...(await legal()), ...input, returnNumber: 'missing' }) },
    'changed-meanwhile': { input: async () => ({ ...(await legal()), ...input, version: 1 }) },
    'illegal-transition': { input: async () => ({ ...(await illegal()), ...input }) },
  })
  const requested = { legal: () => newReturnTarget(), illegal: () => newReturnTarget('rejection') }
  /** A dispute of a paid order, open unless it was decided; lost ones may make up for what is owed after a cancellation. */
  const newDispute = async (...paths: ('recovery' | 'loss' | '../../cancellation' | '../../refunds')[]) => {
    const number = await newOrder()
    const post = async (path: string, json: object) => {
      const { version } = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
      return (await (
        await owner.fetch(`/api/orders/${number}/${path}`, { json: { ...json, version } })
      ).json()) as OrderView
    }
    const { payments } = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    const { disputes } = await post('disputes', { payment: payments[0]?.number, amount: '10.00', reason: 'Fraud' })
    const dispute = disputes[0]?.number ?? ''
    const bodies = {
      'recovery': {},
      'loss': {},
      '../../cancellation': { reason: 'Mistake' },
      '../../refunds': { reason: 'Mistake', everything: true },
    }
    for (const path of paths)
      await post(path.startsWith('..') ? path.slice(6) : `disputes/${dispute}/${path}`, bodies[path])
    return { number, dispute, version: 2 + paths.length }
  }
  const disputeProblems = <Input extends object>(
    input: Input,
    { legal, illegal }: Record<'legal' | 'illegal', () => ReturnType<typeof newDispute>>,
  ) => ({
    'not-found': { input: async () => ({ ...(await legal()), ...input, dispute: 'missing' }) },
    'changed-meanwhile': { input: async () => ({ ...(await legal()), ...input, version: 1 }) },
    'illegal-transition': { input: async () => ({ ...(await illegal()), ...input }) },
  })
  const open = { legal: () => newDispute(), illegal: () => newDispute('recovery') }
  const settlement = { settlementAmount: '3.10', settlementCurrency: 'EUR' }
  /** A payment that can be settled in another currency, or is. */
  const settledPayment = async (isSettled = false) => {
    const { number, payment } = await disputedPayment()
    const path = `/api/orders/${number}/payments/${payment}/settlement`
    if (isSettled) await owner.fetch(path, { json: { ...settlement, version: 1 } })
    return { number, payment, ...settlement, version: 1 }
  }
  const disputedPayment = async () => {
    const number = await newOrder()
    const { payments } = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    return { number, payment: payments[0]?.number ?? '', amount: '10.00', reason: 'Fraud', version: 1 }
  }
  const textFile = (): File => new File(['Declared value: 100'], 'customs.txt')
  const newAttachment = async (): Promise<{ number: string; attachmentId: string }> => {
    const number = await newOrder()
    const body = new FormData()
    body.set('file', textFile())
    const response = await owner.fetch(`/api/orders/${number}/attachments`, { method: 'POST', body })
    const { attachments } = (await response.json()) as OrderView
    return { number, attachmentId: attachments[0]?.id ?? '' }
  }
  const csv = (text: string): File => new File([text], 'orders.csv')
  /** Counts as an attempt before its password is refused, and costs no hash. */
  const refusedRegistration = () => ({
    ...registration(),
    password: 'registered.person@example.com',
    email: 'registered.person@example.com',
  })
  const registration = () => ({ name: 'Li Na', email: newEmail(), password: 'correct horse battery' })
  const userProblems = (status: UserStatus) => ({
    'not-found': { input: () => ({ id: 'missing' }) },
    'illegal-transition': { input: async () => ({ id: (await newUser(status)).id }) },
    'above-your-rank': { as: 'admin' as const, input: () => ({ id: owner.id }) },
  })

  const { secondFactorProblems, ...factorSamples } = createFactorSamples(kontor, setStatus, repeat)
  const newInvitation = async (role: string, isRevoked = false): Promise<{ id: string }> => {
    const { invitation } = await (await owner.fetch('/api/invitations', { json: { email: newEmail(), role } })).json()
    if (isRevoked) await owner.fetch(`/api/invitations/${invitation.id}`, { method: 'DELETE' })
    return { id: invitation.id }
  }
  const invitationProblems = {
    'not-found': { input: () => ({ id: 'missing' }) },
    'illegal-transition': { input: () => newInvitation('viewer', true) },
    'above-your-rank': { as: 'admin' as const, input: () => newInvitation('owner') },
  }

  return {
    saveView: {
      input: () => ({ list: 'orders', viewName: newViewName(), query: 'status=open' }),
      problems: {
        'not-found': { input: () => ({ list: 'orders', query: 'status=open', replaces: 'x' }) },
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch('/api/lists/users/views', {
              json: { viewName: newViewName(), query: 'status=active' },
            }),
        },
      },
    },
    countViews: {
      input: () => ({ list: 'orders' }),
      problems: {
        'permission-denied': {
          send: async () => (await kontor.createUser('viewer')).fetch('/api/lists/users/view-counts'),
        },
      },
    },
    countMatches: {
      input: () => ({ list: 'orders', query: 'status=open' }),
      problems: {
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch('/api/lists/users/match-count?query=status%3Dactive'),
        },
      },
    },
    changeView: {
      input: async (user) => ({ view: await saveSampleView(user), viewName: newViewName() }),
      problems: {
        'not-found': { input: () => ({ view: 'x', viewName: 'Open' }) },
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch(
              `/api/list-views/${await saveSampleView(owner, { shared: '1' })}`,
              {
                method: 'PUT',
                json: { viewName: newViewName() },
              },
            ),
        },
      },
    },
    chooseDefaultView: {
      input: async (user) => ({ list: 'orders', view: await saveSampleView(user) }),
      problems: {
        'not-found': { input: () => ({ list: 'orders', view: 'x' }) },
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch('/api/lists/users/default-view', { method: 'PUT', json: {} }),
        },
      },
    },
    removeView: {
      input: async (user) => ({ view: await saveSampleView(user) }),
      problems: {
        'not-found': { input: () => ({ view: 'x' }) },
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch(
              `/api/list-views/${await saveSampleView(owner, { shared: '1' })}`,
              {
                method: 'DELETE',
              },
            ),
        },
      },
    },
    searchEverything: { input: () => ({ text: 'tea' }), problems: {} },
    getSession: { input: () => ({}), problems: {} },
    logout: { input: () => ({}), problems: {} },
    endView: { input: () => ({}), problems: {} },
    login: {
      input: async () => ({ email: (await newUser('active')).email, password }),
      problems: {
        'invalid-credentials': { input: () => ({ email: newEmail(), password }) },
        ...secondFactorProblems,
        'account-pending': { input: async () => ({ email: (await newUser('pending')).email, password }) },
        'account-suspended': { input: async () => ({ email: (await newUser('suspended')).email, password }) },
        'too-many-attempts': { send: () => repeat(() => ({ email: 'same@example.com', password }), '/api/auth/login') },
      },
    },
    ...factorSamples,
    register: {
      input: registration,
      problems: {
        'registration-closed': { send: () => registerWhenClosed() },
        'setup-link-invalid': { input: () => ({ ...registration(), setup: 'unknown' }) },
        'invitation-invalid': { input: () => ({ ...registration(), invitation: 'unknown' }) },
        'too-many-attempts': { send: () => repeat(refusedRegistration, '/api/auth/register') },
      },
    },
    requestReset: {
      input: () => ({ email: newEmail() }),
      problems: {
        'mail-not-configured': { send: () => requestResetWithoutMail() },
        'too-many-attempts': { send: () => repeat(() => ({ email: newEmail() }), '/api/auth/reset-links') },
      },
    },
    resetPassword: {
      input: async () => ({ reset: await newResetLink(), password: 'another long password' }),
      problems: { 'reset-link-invalid': { input: () => ({ reset: 'unknown', password: 'another long password' }) } },
    },
    getAccount: { input: () => ({}), problems: {} },
    chooseColumns: {
      input: () => ({ list: 'entries', columns: ['in', 'out'] }),
      problems: {
        'not-found': { input: () => ({ list: 'orders', columns: ['total'], view: 'x' }) },
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch('/api/account/columns/orders', {
              method: 'PUT',
              json: { columns: ['total'], view: await saveSampleView(owner, { shared: '1' }) },
            }),
        },
      },
    },
    resizeColumn: {
      input: () => ({ list: 'entries', column: 'memo', width: 240 }),
      problems: {
        'not-found': { input: () => ({ list: 'orders', column: 'number', width: 240 }) },
        'permission-denied': {
          send: async () =>
            (await kontor.createUser('viewer')).fetch('/api/account/columns/orders/total/width', {
              method: 'PUT',
              json: { width: 240, view: await saveSampleView(owner, { shared: '1' }) },
            }),
        },
      },
    },
    updateProfile: { input: ({ name }) => ({ name, wantedMails: [] }), problems: {} },
    changePassword: {
      input: () => ({ currentPassword: password, password: 'another long password' }),
      problems: { 'too-many-attempts': { send: () => changePasswordTooOften() } },
    },
    endOwnSession: {
      input: async (user) => ({ session: await newSession(user) }),
      problems: {
        'not-found': { input: async () => ({ session: await newSession(await kontor.createUser('viewer')) }) },
      },
    },
    endOwnSessions: {
      input: async ({ email }) => {
        await kontor.createClient().fetch('/api/auth/login', { json: { email, password } })
        return {}
      },
      problems: {},
    },
    setLocale: { input: () => ({ locale: 'en' }), problems: {} },

    listOrders: { input: async () => (await newOrder(), { status: ['open'], sort: 'placed' }), problems: {} },
    countOrders: { input: async () => (await newOrder(), { q: 'status:open' }), problems: {} },
    getOrder: {
      input: async () => ({ number: await newOrder() }),
      problems: { 'not-found': { input: () => ({ number: 'missing' }) } },
    },
    createOrder: {
      input: () => receivedOrder(newId()),
      problems: {
        'order-differs': {
          input: async () => {
            const order = receivedOrder(newId())
            await owner.fetch('/api/orders', { json: order })
            return { ...order, note: 'Gift' }
          },
        },
        'ledger-full': {
          send: async () => {
            const unitPriceMinor = Number.MAX_SAFE_INTEGER - 1
            const payment = { provider: 'PayPal', capturedMinor: unitPriceMinor }
            const lines = [{ name: 'Green tea', quantity: 1, unitPriceMinor }]
            const send = (): Promise<Response> =>
              owner.fetch('/api/orders', { json: { ...receivedOrder(newId()), currency: 'XPF', lines, payment } })
            await send()
            return send()
          },
        },
      },
    },
    enterOrder: {
      input: () => enteredOrder,
      problems: {
        'above-limit': {
          send: async () =>
            (await newClerk()).fetch('/api/orders/drafts', { json: { ...enteredOrder, discount: '1' } }),
        },
      },
    },
    findProducts: { input: () => ({ text: 'tea' }), problems: {} },
    previewOrder: { input: () => ({ lines: [{ unitPrice: '12.50' }], discount: '10%' }), problems: {} },
    confirmOrder: {
      input: async () => ({ number: await newDraftOrder(), version: 1 }),
      problems: orderProblems({ version: 1 }, { legal: newDraftOrder, illegal: newOrder }),
    },
    discardOrder: {
      input: async () => ({ number: await newDraftOrder(), version: 1 }),
      problems: orderProblems({ version: 1 }, { legal: newDraftOrder, illegal: newOrder }),
    },
    createOrders: { input: () => ({ orders: [receivedOrder(newId()), receivedOrder('')] }), problems: {} },
    shipOrder: {
      input: async () => ({ number: await newOrder(), ...shipment }),
      problems: {
        'not-found': { input: () => ({ number: 'missing', ...shipment }) },
        'changed-meanwhile': { input: async () => ({ number: await newOrder(), ...shipment, version: 7 }) },
        'illegal-transition': {
          input: async () => {
            const number = await newOrder()
            await owner.fetch(`/api/orders/${number}/shipments`, { json: shipment })
            return { number, ...shipment, version: 2 }
          },
        },
      },
    },
    editOrder: {
      input: async () => ({ number: await newOrder(), note: 'Gift', version: 1 }),
      problems: {
        ...orderProblems({ note: 'Gift', version: 1 }, { legal: newOrder, illegal: newCancelledOrder }),
        'above-limit': {
          send: async () =>
            (await newClerk()).fetch(`/api/orders/${await newOrder()}/edits`, { json: { discount: '1', version: 1 } }),
        },
        'ledger-full': {
          input: async () => ({
            ...{ number: await newOrder(), version: 1 },
            addedLines: [{ name: 'Gold', unitPrice: '80000000000000' }],
          }),
        },
      },
    },
    previewOrderEdit: {
      input: async () => ({ number: await newOrder(), note: 'Gift', version: 1 }),
      problems: orderProblems({ note: 'Gift', version: 1 }, { legal: newOrder, illegal: newCancelledOrder }),
    },
    requestReturn: {
      input: async () => {
        const number = await newShippedOrder()
        const { lines } = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
        return { number, reason: 'Too small', lines: lines.map(({ id }) => ({ id, quantity: 1 })), version: 2 }
      },
      problems: {
        ...orderProblems(
          { reason: 'Too small', lines: [], version: 2 },
          { legal: newShippedOrder, illegal: newCancelledOrder },
        ),
      },
    },
    approveReturn: { input: () => newReturnTarget(), problems: returnProblems({}, requested) },
    rejectReturn: {
      input: async () => ({ ...(await newReturnTarget()), reason: 'Worn' }),
      problems: returnProblems({ reason: 'Worn' }, requested),
    },
    cancelReturn: {
      input: async () => ({ ...(await newReturnTarget()), reason: 'Kept' }),
      problems: returnProblems({ reason: 'Kept' }, requested),
    },
    receiveReturn: {
      input: async () => {
        const { received, target } = await newReturn('approval')
        return { ...target, lines: received }
      },
      problems: returnProblems(
        { lines: [] },
        { legal: () => newReturnTarget('approval'), illegal: () => newReturnTarget('rejection') },
      ),
    },
    completeReturn: {
      input: () => newReturnTarget('approval', 'receipts'),
      problems: returnProblems(
        {},
        { legal: () => newReturnTarget('approval', 'receipts'), illegal: () => newReturnTarget() },
      ),
    },
    settlePayment: {
      input: () => settledPayment(),
      problems: {
        'not-found': { input: async () => ({ ...(await settledPayment()), number: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await settledPayment()), version: 7 }) },
        'payment-settled': { input: async () => ({ ...(await settledPayment(true)), version: 2 }) },
        'ledger-full': { input: async () => ({ ...(await settledPayment()), settlementAmount: '90071992547409.91' }) },
      },
    },
    unsettlePayment: {
      input: async () => ({ ...(await settledPayment(true)), reason: 'Wrong amount', version: 2 }),
      problems: {
        'not-found': { input: async () => ({ ...(await settledPayment()), reason: 'Wrong amount' }) },
        'changed-meanwhile': { input: async () => ({ ...(await settledPayment(true)), reason: 'x', version: 7 }) },
        'settlement-used': {
          input: async () => {
            const { number, payment } = await settledPayment(true)
            await owner.fetch(`/api/orders/${number}/refunds`, { json: { everything: '1', lines: [], reason: 'Late' } })
            return { number, payment, reason: 'Wrong amount', version: 3 }
          },
        },
      },
    },
    recordDispute: {
      input: () => disputedPayment(),
      problems: {
        'not-found': { input: async () => ({ ...(await disputedPayment()), number: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await disputedPayment()), version: 7 }) },
        'illegal-transition': {
          input: async () => {
            const { number, version } = await newDispute()
            return { ...(await disputedPayment()), number, version }
          },
        },
        'ledger-full': { input: async () => ({ ...(await disputedPayment()), fee: '90071992547409.91' }) },
      },
    },
    winDispute: { input: () => newDispute(), problems: disputeProblems({}, open) },
    loseDispute: { input: () => newDispute(), problems: disputeProblems({}, open) },
    reopenDispute: {
      input: async () => ({ ...(await newDispute('loss')), reason: 'Second review' }),
      problems: {
        ...disputeProblems({ reason: 'x' }, { legal: () => newDispute('loss'), illegal: () => newDispute() }),
        'dispute-offset': {
          input: async () => ({ ...(await newDispute('loss', '../../cancellation')), reason: 'Second review' }),
        },
        'dispute-refunded': {
          input: async () => ({ ...(await newDispute('recovery', '../../refunds')), reason: 'Second review' }),
        },
      },
    },
    cancelDispute: {
      input: async () => ({ ...(await newDispute()), reason: 'Wrong order' }),
      problems: disputeProblems({ reason: 'x' }, open),
    },
    listCarriers: { input: () => ({}), problems: {} },
    addCarrier: {
      input: () => ({ carrierName: newId(), trackingUrl: 'https://example.com/{number}' }),
      problems: {},
    },
    removeCarrier: {
      input: async () => ({ carrier: await newCarrier() }),
      problems: { 'not-found': { input: () => ({ carrier: 'missing' }) } },
    },
    exportEntries: { input: () => ({ format: 'csv', kind: ['entry.manual'] }), problems: {} },
    exportJournal: { input: () => ({ dialect: 'beancount', from: '2026-03-01' }), problems: {} },
    postEntry: {
      input: async () => ({ memo: 'Owner pays in', lines: await newEntryLines() }),
      problems: {
        ...entryProblems(async (number) => ({ corrects: number, memo: 'Mistake', lines: await newEntryLines() })),
        'store-credit-unavailable': {
          input: async () => ({ memo: 'Voucher', lines: creditLines(await newErasedCustomer()) }),
        },
        'above-limit': { as: 'admin', input: async () => ({ memo: 'Rent', lines: await newEntryLines() }) },
        'month-posted': {
          input: async () => {
            const lines = await newEntryLines()
            const month = { template: await newTemplate(), month: '2026-03' }
            await postEntry('', { memo: 'Rent', lines, ...month })
            return { memo: 'Rent', lines, ...month }
          },
        },
        'ledger-full': {
          input: async () => {
            await newOrder()
            return { memo: 'Too much', lines: await newEntryLines('90071992547409.91') }
          },
        },
      },
    },
    reverseManualEntry: {
      input: async () => ({ number: await newEntry(), memo: 'Mistake' }),
      problems: {
        ...entryProblems((number) => ({ number, memo: 'Mistake' })),
        'above-limit': { as: 'admin', input: async () => ({ number: await newEntry(), memo: 'Mistake' }) },
      },
    },
    verifyEntry: {
      input: async () => ({ number: await newEntry() }),
      problems: { 'not-found': { input: () => ({ number: 999_999_999 }) } },
    },
    listEntryTemplates: { input: () => ({}), problems: {} },
    addEntryTemplate: {
      input: async () => ({ templateName: 'Rent', memo: 'Rent', firstDay: '2026-03-05', lines: await newEntryLines() }),
      problems: {},
    },
    editEntryTemplate: {
      input: async () => editedTemplate(await newTemplate(), 1),
      problems: {
        'not-found': { input: async () => editedTemplate('missing', 1) },
        'changed-meanwhile': { input: async () => editedTemplate(await newTemplate(), 2) },
      },
    },
    archiveEntryTemplate: {
      input: async () => ({ template: await newTemplate() }),
      problems: { 'not-found': { input: () => ({ template: 'missing' }) } },
    },
    unarchiveEntryTemplate: {
      input: async () => {
        const template = await newTemplate()
        await owner.fetch(`/api/finance/templates/${template}/archive`, { json: {} })
        return { template }
      },
      problems: { 'not-found': { input: () => ({ template: 'missing' }) } },
    },
    skipMonth: {
      input: async () => ({ template: await newTemplate(), month: '2026-03' }),
      problems: { 'not-found': { input: () => ({ template: 'missing', month: '2026-03' }) } },
    },
    restoreMonth: {
      input: async () => {
        const template = await newTemplate()
        await owner.fetch(`/api/finance/templates/${template}/skipped-months/2026-03`, { method: 'PUT', json: {} })
        return { template, month: '2026-03' }
      },
      problems: { 'not-found': { input: () => ({ template: 'missing', month: '2026-03' }) } },
    },
    attachToEntry: {
      input: async () => ({ number: await newEntry(), file: new File(['%PDF-1.7'], 'invoice.pdf') }),
      problems: { 'not-found': { input: () => ({ number: 999_999_999, file: new File(['x'], 'invoice.pdf') }) } },
    },
    attachToEntryRequest: {
      input: async () => ({ request: await newEntryRequest(), file: new File(['%PDF-1.7'], 'invoice.pdf') }),
      problems: { 'not-found': { input: () => ({ request: 'missing', file: new File(['x'], 'invoice.pdf') }) } },
    },
    getEntryAttachment: {
      input: async () => {
        const body = new FormData()
        body.set('file', new File(['Rent'], 'invoice.txt'))
        const path = `/api/finance/entries/${await newEntry()}/attachments`
        const answer = await (await owner.fetch(path, { method: 'POST', body })).json()
        return { attachmentId: answer.attachments[0].id }
      },
      problems: { 'not-found': { input: () => ({ attachmentId: 'missing' }) } },
    },
    listEntryRequests: { input: () => ({}), problems: {} },
    approveEntryRequest: {
      input: async () => ({ request: await newEntryRequest() }),
      problems: {
        'not-found': { input: () => ({ request: 'missing' }) },
        'entry-already-reversed': {
          input: async () => {
            const number = await newEntry()
            const request = await newEntryRequest(`/${number}/reversal`)
            await postEntry(`/${number}/reversal`, { memo: 'Mistake' })
            return { request }
          },
        },
        'store-credit-too-low': {
          input: async () => {
            const customer = await newCustomer()
            const request = await newEntryRequest(`/${await changeCredit(customer)}/reversal`)
            await changeCredit(customer, 'take')
            return { request }
          },
        },
        'store-credit-unavailable': {
          input: async () => {
            const customer = await newCustomer(finished)
            const request = await newEntryRequest('', creditLines(customer))
            await owner.fetch(`/api/customers/${customer}/erasure`, { json: { confirmation: customer } })
            return { request }
          },
        },
        'account-archived': {
          input: async () => {
            const lines = await newEntryLines('1')
            const request = await newEntryRequest('', lines)
            await owner.fetch(`/api/finance/accounts/${lines[0]?.account}/archive`, { json: {} })
            return { request }
          },
        },
        'month-posted': {
          input: async () => {
            const month = { template: await newTemplate(), month: '2026-03' }
            const request = await newEntryRequest('', undefined, undefined, month)
            await postEntry('', { memo: 'Rent', lines: await newEntryLines(), ...month })
            return { request }
          },
        },
        ...requestProblems,
        'payout-completed': {
          input: async () => {
            const { match, arrive } = await newSentPayout()
            const undo = `/api/finance/posted-matches/${match}/undo`
            const { request } = await (
              await (await requesterOfEntries()).fetch(undo, { json: { approval: '1' } })
            ).json()
            await arrive()
            return { request }
          },
        },
        'changed-meanwhile': {
          input: async () => {
            const { line, request } = await newMatchRequest()
            await owner.fetch('/api/finance/ignored-lines', { json: { line, reason: 'Test payment' } })
            return { request }
          },
        },
        'request-expired': {
          input: async () => {
            const request = await newEntryRequest()
            await kontor.kontor.database.inTransaction(async (transaction) => {
              await transaction.updateTable('entry_requests').set({ expires_at: 1 }).where('id', '=', request).execute()
            })
            return { request }
          },
        },
      },
    },
    declineEntryRequest: {
      input: async () => ({ request: await newEntryRequest(), reason: 'Not ours' }),
      problems: {
        'own-request': withReason(requestProblems['own-request']),
        'request-decided': withReason(requestProblems['request-decided']),
      },
    },
    withdrawEntryRequest: {
      input: async (user) => ({ request: await newEntryRequest('', undefined, user) }),
      problems: {
        'not-requester': { input: async () => ({ request: await newEntryRequest() }) },
        'request-decided': requestProblems['request-decided'],
      },
    },
    listExchangeRates: { input: () => ({ from: '2026-03-01', currency: 'USD' }), problems: {} },
    setExchangeRate: { input: () => ({ ...newRate(), rate: '7.2345', source: 'Bank of China' }), problems: {} },
    removeExchangeRate: {
      input: async () => {
        const { change: _change, ...rate } = await setRate()
        return rate
      },
      problems: { 'not-found': { input: () => ({ day: '1999-01-04', from: 'USD', to: 'CNY' }) } },
    },
    importExchangeRates: {
      input: () => ({
        file: new File([`Date,USD,CNY\n${newRate().day},1.08,7.85\n`], 'rates.csv'),
        base: 'EUR',
        source: 'ECB',
      }),
      problems: {},
    },
    undoExchangeRates: {
      input: async () => ({ change: (await setRate()).change }),
      problems: {
        'not-found': { input: () => ({ change: 99_999 }) },
        'already-done': {
          input: async () => {
            const { change, ...rate } = await setRate()
            await owner.fetch('/api/finance/exchange-rates/removals', { json: rate })
            return { change }
          },
        },
      },
    },
    listLedgerAccounts: { input: () => ({}), problems: {} },
    addLedgerAccount: {
      input: () => ({ role: 'bank', currency: 'CNY', accountName: 'ICBC 6789' }),
      problems: {},
    },
    renameLedgerAccount: {
      input: async () => ({ account: await newLedgerAccount(), accountName: 'ICBC 0123' }),
      problems: { 'not-found': { input: () => ({ account: 'missing' }) } },
    },
    archiveLedgerAccount: {
      input: async () => ({ account: await newLedgerAccount() }),
      problems: {
        'not-found': { input: () => ({ account: 'missing' }) },
        'account-in-use': {
          input: async () => {
            await newOrder()
            return { account: '5001' }
          },
        },
      },
    },
    unarchiveLedgerAccount: {
      input: async () => {
        const account = await newLedgerAccount()
        await owner.fetch(`/api/finance/accounts/${account}/archive`, { json: {} })
        return { account }
      },
      problems: { 'not-found': { input: () => ({ account: 'missing' }) } },
    },
    listStatements: { input: () => ({}), problems: {} },
    importStatement: {
      input: async () => ({ account: await newLedgerAccount(), file: newStatementFile() }),
      problems: {
        'not-a-statement': {
          input: async () => ({ account: await newLedgerAccount(), file: new File(['No statement\n'], 'bank.csv') }),
        },
      },
    },
    listStatementLines: {
      input: async () => ({ statement: await newStatement(await newLedgerAccount()) }),
      problems: { 'not-found': { input: () => ({ statement: 'missing' }) } },
    },
    getStatementFile: {
      input: async () => ({ statement: await newStatement(await newLedgerAccount()) }),
      problems: { 'not-found': { input: () => ({ statement: 'missing' }) } },
    },
    removeStatement: {
      input: async () => ({ statement: await newStatement(await newLedgerAccount()) }),
      problems: {
        'not-found': { input: () => ({ statement: 'missing' }) },
        'statement-matched': { input: async () => ({ statement: (await newMatch(false)).line.split(':')[0] ?? '' }) },
        'statement-not-last': {
          input: async () => {
            const account = await newLedgerAccount()
            const statement = await newStatement(account)
            await newStatement(account, '2026-03-02')
            return { statement }
          },
        },
      },
    },
    ...createPeriodSamples(kontor, owner),
    listReconciliations: { input: () => ({}), problems: {} },
    listMatchLines: {
      input: async () => {
        const account = await newLedgerAccount()
        await newStatement(account)
        return { account }
      },
      problems: {},
    },
    runMatching: { input: async () => ({ account: await newLedgerAccount() }), problems: {} },
    matchLine: {
      input: async () => {
        const account = await newLedgerAccount()
        const entry = await postToBank(account, 'debit', '5.00')
        return { line: `${await newStatement(account)}:2`, postings: [`${entry}.1`] }
      },
      problems: {
        ...lineProblems((line) => ({ line, postings: ['1.1'] })),
        'match-differs': { input: async () => ({ line: await newLine(), postings: [] }) },
        'match-posts': {
          input: async () => {
            const account = await newLedgerAccount()
            await newStatement(account, undefined, '-5.00', '手续费')
            const { rows } = await (await owner.fetch(`/api/finance/match-lines?account=${account}`)).json()
            return { line: rows[0].id, proposal: rows[0].proposal.fingerprint, postings: [] }
          },
        },
        'account-archived': {
          input: async () => {
            const { account, input } = await newLineWithFee()
            await postToBank(account, 'credit', '5.00')
            await archive(account)
            return input
          },
        },
      },
    },
    postMatch: {
      input: async () => ({ line: await newLine(), difference: 'suspense' }),
      problems: {
        ...lineProblems((line) => ({ line, difference: 'suspense' }) as const),
        'match-differs': { input: async () => ({ line: await newLine() }) },
        'above-limit': { as: 'admin', input: async () => ({ line: await newLine(), difference: 'suspense' }) },
        'line-awaits-approval': {
          input: async () => {
            const { line } = await newMatchRequest()
            return { line, difference: 'suspense', approval: '1' }
          },
        },
        'account-archived': {
          input: async () => {
            const account = await newLedgerAccount()
            const line = `${await newStatement(account)}:2`
            await archive(account)
            return { line, difference: 'suspense' }
          },
        },
      },
    },
    ignoreLine: {
      input: async () => ({ line: await newLine(), reason: 'Test payment' }),
      problems: lineProblems((line) => ({ line, reason: 'Test payment' })),
    },
    assignLine: {
      input: async () => ({ line: await newLine(), ownerId: owner.id }),
      problems: { 'not-found': { input: () => ({ line: 'missing:2', ownerId: '' }) } },
    },
    deferLine: {
      input: async () => ({ line: await newLine(), until: '2999-01-01', reason: 'The bank answers then' }),
      problems: lineProblems((line) => ({ line, until: '2999-01-01', reason: 'The bank answers then' })),
    },
    resumeLine: {
      input: async () => {
        const line = await newLine()
        const json = { until: '2999-01-01', reason: 'The bank answers then' }
        await owner.fetch(`/api/finance/match-lines/${line}/wait`, { method: 'PUT', json })
        return { line }
      },
      problems: { 'not-found': { input: () => ({ line: 'missing:2' }) } },
    },
    setLineDueDate: {
      input: async () => ({ line: await newLine(), due: '2999-01-01' }),
      problems: { 'not-found': { input: () => ({ line: 'missing:2', due: '2999-01-01' }) } },
    },
    attachToLine: {
      input: async () => ({ line: await newLine(), file: new File(['%PDF-1.7'], 'receipt.pdf') }),
      problems: { 'not-found': { input: () => ({ line: 'missing:2', file: new File(['x'], 'receipt.pdf') }) } },
    },
    commentLine: {
      input: async () => ({ line: await newLine(), text: 'Asked the bank' }),
      problems: { 'not-found': { input: () => ({ line: 'missing:2', text: 'Asked the bank' }) } },
    },
    checkRefundStatus: {
      input: async () => newProcessingRefund(),
      problems: {
        'not-found': { input: async () => ({ line: await newLine(), refund: 'RF000000-00001' }) },
      },
    },
    undoMatch: {
      input: async () => ({ match: (await newMatch(false)).match }),
      problems: {
        'not-found': { input: () => ({ match: 'missing' }) },
        'changed-meanwhile': { input: newUndoneMatch },
        'match-posts': { input: async () => ({ match: (await newMatch(true)).match }) },
        'payout-completed': { input: newArrivedPayout },
        'account-archived': {
          input: async () => {
            const { account, input } = await newLineWithFee()
            const { match } = await (await owner.fetch('/api/finance/matches', { json: input })).json()
            await postToBank(account, 'credit', '4.00')
            await archive(account)
            return { match }
          },
        },
      },
    },
    undoPostedMatch: {
      input: async () => ({ match: (await newMatch(true)).match }),
      problems: {
        'not-found': { input: () => ({ match: 'missing' }) },
        'changed-meanwhile': { input: newUndoneMatch },
        'above-limit': { as: 'admin', input: async () => ({ match: (await newMatch(true)).match }) },
        'payout-completed': { input: newArrivedPayout },
        'line-awaits-approval': {
          input: async () => {
            const { match } = await newMatch(true)
            await owner.fetch(`/api/finance/posted-matches/${match}/undo`, { json: { approval: '1' } })
            return { match, approval: '1' }
          },
        },
        'account-archived': {
          input: async () => {
            const { match, account } = await newMatch(true)
            await postToBank(account, 'credit', '5.00')
            await archive(account)
            return { match }
          },
        },
      },
    },
    listPostings: { input: async () => ({ account: await newLedgerAccount() }), problems: {} },
    listTokens: { input: () => ({}), problems: {} },
    createToken: { input: () => ({ tokenName: 'Shop', permissions: ['orders.view'] }), problems: {} },
    revokeToken: {
      input: async (user) => ({ token: await newToken(user) }),
      problems: {
        'not-found': { input: () => ({ token: 'missing' }) },
        'above-your-rank': { as: 'admin', input: async () => ({ token: await newToken(owner) }) },
      },
    },
    listWebhooks: { input: () => ({}), problems: {} },
    createWebhook: {
      input: async () => {
        await newWebhook()
        return { url: 'https://example.com/hooks', topics: ['order.created'] }
      },
      problems: {},
    },
    changeWebhook: {
      input: async () => {
        const { id, url, topics, version } = await newWebhook()
        return { webhook: id, url, topics, version, description: 'Warehouse' }
      },
      problems: {
        'not-found': { input: () => ({ webhook: 'missing', url: 'https://example.com', topics: [], version: 1 }) },
        'changed-meanwhile': {
          input: async () => {
            const { id, url, topics } = await newWebhook()
            return { webhook: id, url, topics, version: 0 }
          },
        },
      },
    },
    pauseWebhook: { input: async () => ({ webhook: (await newWebhook()).id }), problems: missingWebhook },
    resumeWebhook: {
      input: async () => {
        const { id } = await newWebhook()
        await owner.fetch(`/api/webhooks/${id}/pause`, { json: {} })
        return { webhook: id }
      },
      problems: missingWebhook,
    },
    replaceWebhookSecret: { input: async () => ({ webhook: (await newWebhook()).id }), problems: missingWebhook },
    removeWebhook: { input: async () => ({ webhook: (await newWebhook()).id }), problems: missingWebhook },
    testWebhook: { input: async () => ({ webhook: (await newWebhook()).id }), problems: missingWebhook },
    listDeliveries: { input: async () => ({ webhook: (await newWebhook()).id }), problems: missingWebhook },
    getDelivery: {
      input: newDelivery,
      problems: { 'not-found': { input: () => ({ webhook: 'missing', delivery: 'missing' }) } },
    },
    resendDelivery: {
      input: newDelivery,
      problems: { 'not-found': { input: () => ({ webhook: 'missing', delivery: 'missing' }) } },
    },
    listRoles: { input: () => ({}), problems: {} },
    createRole: {
      input: () => ({ roleName: crypto.randomUUID(), permissions: ['orders.view'] }),
      problems: {
        'above-your-rank': { as: 'admin', input: () => ({ roleName: 'Backups', permissions: ['backups.view'] }) },
      },
    },
    changeRole: {
      input: async () => ({
        role: await newRole(),
        roleName: crypto.randomUUID(),
        permissions: ['orders.view'],
        version: 1,
      }),
      problems: {
        'not-found': { input: () => ({ role: 'missing', version: 1 }) },
        'above-your-rank': { as: 'admin', input: () => ({ role: 'owner', version: 0 }) },
        'built-in-role': { input: () => ({ role: 'admin', refundLimit: '5.00', version: 0 }) },
        'changed-meanwhile': { input: async () => ({ role: await newRole(), version: 7 }) },
      },
    },
    removeRole: {
      input: async () => ({ role: await newRole() }),
      problems: {
        'not-found': { input: () => ({ role: 'missing' }) },
        'above-your-rank': { as: 'admin', input: () => ({ role: 'owner' }) },
        'built-in-role': { input: () => ({ role: 'finance' }) },
        'role-in-use': { input: async () => ({ role: (await kontor.createUser(await newRole())).role }) },
      },
    },
    deliverShipment: {
      input: async () => ({ number: await newShippedOrder(), version: 2 }),
      problems: {
        ...orderProblems({ version: 2 }, { legal: newShippedOrder, illegal: () => newShippedOrder(delivery) }),
        'illegal-transition': { input: async () => ({ number: await newShippedOrder(delivery), version: 3 }) },
      },
    },
    correctShipment: {
      input: async () => ({ ...(await newShipment()), carrier: 'DHL', version: 2 }),
      problems: shipmentProblems({ carrier: 'DHL' }),
    },
    cancelShipment: {
      input: async () => ({ ...(await newShipment()), reason: 'Wrong label', version: 2 }),
      problems: shipmentProblems({ reason: 'Wrong label' }),
    },
    holdOrder: {
      input: async () => ({ number: await newOrder(), reason: 'Address unclear', until: '2026-04-01', version: 1 }),
      problems: orderProblems(
        { reason: 'Address unclear', version: 1 },
        { legal: newOrder, illegal: () => newUnpaidOrder(hold) },
      ),
    },
    releaseOrder: {
      input: async () => ({ number: await newUnpaidOrder(hold), version: 2 }),
      problems: orderProblems({ version: 2 }, { legal: () => newUnpaidOrder(hold), illegal: newOrder }),
    },
    archiveOrder: {
      input: async () => ({ number: await newCancelledOrder(), version: 2 }),
      problems: orderProblems({ version: 2 }, { legal: newCancelledOrder, illegal: newOrder }),
    },
    unarchiveOrder: {
      input: async () => ({ number: await newArchivedOrder(), version: 3 }),
      problems: orderProblems({ version: 3 }, { legal: newArchivedOrder, illegal: newOrder }),
    },
    cancelOrder: {
      input: async () => ({ number: await newUnpaidOrder(), reason: 'Customer asked', version: 1 }),
      problems: orderProblems(
        { reason: 'Customer asked', version: 1 },
        { legal: newUnpaidOrder, illegal: newShippedOrder },
      ),
    },
    assignOrder: {
      input: async () => ({ number: await newOrder(), assigneeId: owner.id }),
      problems: { 'not-found': { input: () => ({ number: 'missing', assigneeId: owner.id }) } },
    },
    tagOrder: {
      input: async () => ({ number: await newOrder(), tag: 'Gift' }),
      problems: { 'not-found': { input: () => ({ number: 'missing', tag: 'Gift' }) } },
    },
    revealOrder: {
      input: async () => ({ number: await newOrder() }),
      problems: { 'not-found': { input: () => ({ number: 'missing' }) } },
    },
    untagOrder: {
      input: async () => {
        const number = await newOrder()
        await owner.fetch(`/api/orders/${number}/tags`, { json: { tag: 'Gift' } })
        return { number, tag: 'Gift' }
      },
      problems: { 'not-found': { input: () => ({ number: 'missing', tag: 'Gift' }) } },
    },
    exportCustomers: { input: () => ({ q: 'ann' }), problems: {} },
    createCustomerExportJob: { input: () => ({ q: 'ann' }), problems: {} },
    listCustomers: { input: async () => ({ q: await newCustomer() }), problems: {} },
    getCustomer: {
      input: async () => ({ customer: await newCustomer() }),
      problems: { 'not-found': { input: () => ({ customer: 'missing' }) } },
    },
    createCustomer: {
      input: () => ({ name: 'Ann Zhou', email: `ann-${newId()}@example.com`, city: 'Hangzhou' }),
      problems: {},
    },
    editCustomer: {
      input: async () => ({ customer: await newCustomer(), version: 0, company: 'Zhou Tea' }),
      problems: {
        'not-found': { input: () => ({ customer: 'missing', version: 0 }) },
        'customer-erased': { input: async () => ({ customer: await newErasedCustomer(), version: 0 }) },
        'changed-meanwhile': { input: async () => ({ customer: await newCustomer(), version: 7 }) },
      },
    },
    importCustomers: {
      input: () => ({
        file: csv(`customer id,first name,last name,email,accepts marketing,total spent
1${newId()},Ann,Zhou,ann-${newId()}@example.com,yes,0
`),
        dryRun: '1',
      }),
      problems: { 'not-a-customer-list': { input: () => ({ file: csv('a,b\n1,2\n') }) } },
    },
    createCustomerImportJob: {
      input: () => ({ file: csv(`Name,Email\nAnn,ann-${newId()}@example.com\n`), mapping: customerMapping }),
      problems: { 'not-a-customer-list': { input: () => ({ file: csv('a,b\n1,2\n') }) } },
    },
    listCustomerImports: { input: () => ({}), problems: {} },
    undoCustomerImport: {
      input: () => newCustomerImport(`Name,Email\nAnn,ann-${newId()}@example.com\n`),
      problems: {
        'not-found': { input: () => ({ import: 'IM260101-00001' }) },
        'import-not-undoable': {
          input: async () => {
            const undone = await newCustomerImport(`Name,Email\nBo,bo-${newId()}@example.com\n`)
            await owner.fetch(`/api/imports/customers/${undone.import}/undo`, { json: {} })
            return undone
          },
        },
      },
    },
    mergeCustomers: {
      input: async () => ({ customer: await newCustomer(), other: await newCustomer() }),
      problems: {
        'not-found': { input: async () => ({ customer: 'missing', other: await newCustomer() }) },
        'customer-erased': {
          input: async () => ({ customer: await newErasedCustomer(), other: await newCustomer() }),
        },
      },
    },
    postCreditEntry: {
      input: async () => creditOf(await newCustomer()),
      problems: {
        'not-found': { input: () => creditOf('missing') },
        'store-credit-unavailable': {
          input: async () => {
            const customer = await newCustomer(finished)
            await owner.fetch(`/api/customers/${customer}/erasure`, { json: { confirmation: customer } })
            return creditOf(customer)
          },
        },
        'above-limit': { as: 'admin', input: async () => creditOf(await newCustomer()) },
        'ledger-full': { input: async () => creditOf(await newCustomer(), 'give', '90071992547409.91') },
      },
    },
    eraseCustomer: {
      input: async () => {
        const customer = await newCustomer(finished)
        return { customer, confirmation: customer }
      },
      problems: {
        'not-found': { input: () => ({ customer: 'missing', confirmation: 'missing' }) },
        'customer-has-credit': {
          input: async () => {
            const customer = await newCustomer(finished)
            await changeCredit(customer)
            return { customer, confirmation: customer }
          },
        },
        'customer-unfinished': {
          input: async () => {
            const customer = await newCustomer()
            return { customer, confirmation: customer }
          },
        },
      },
    },
    attachFile: {
      input: async () => ({ number: await newOrder(), file: textFile() }),
      problems: { 'not-found': { input: () => ({ number: 'missing', file: textFile() }) } },
    },
    getAttachment: {
      input: () => newAttachment(),
      problems: { 'not-found': { input: async () => ({ ...(await newAttachment()), attachmentId: 'missing' }) } },
    },
    removeAttachment: {
      input: () => newAttachment(),
      problems: { 'not-found': { input: async () => ({ ...(await newAttachment()), attachmentId: 'missing' }) } },
    },
    addNote: {
      input: async () => ({ number: await newOrder(), ...note }),
      problems: { 'not-found': { input: () => ({ number: 'missing', ...note }) } },
    },
    editNote: {
      input: async (user) => ({ ...(await newNote(user)), text: 'Gift: no price slip' }),
      problems: {
        'not-found': { input: async () => ({ ...(await newNote()), noteId: 'missing', ...note }) },
        'note-locked': { input: async () => ({ ...(await newNote()), ...note }), as: 'admin' },
      },
    },
    deleteNote: {
      input: (user) => newNote(user),
      problems: {
        'not-found': { input: async () => ({ ...(await newNote()), noteId: 'missing' }) },
        'note-locked': { input: () => newNote(), as: 'admin' },
      },
    },
    strikeNote: {
      input: () => newNote(),
      problems: { 'not-found': { input: async () => ({ ...(await newNote()), noteId: 'missing' }) } },
    },
    restoreNote: {
      input: async () => {
        const { number, noteId } = await newNote()
        await owner.fetch(`/api/orders/${number}/notes/${noteId}/strike`, { method: 'PUT', json: {} })
        return { number, noteId }
      },
      problems: { 'not-found': { input: async () => ({ ...(await newNote()), noteId: 'missing' }) } },
    },
    watchSession: { input: () => ({}), problems: {} },
    watchOrders: { input: async () => ({ order: await newOrder(), since: 0 }), problems: {} },
    changeSeller: {
      input: async () => ({ ...seller, name: `Tea ${newId()}`, version: await currentSellerVersion() }),
      problems: { 'changed-meanwhile': { input: () => ({ ...seller, version: 999 }) } },
    },
    printOrders: {
      input: async () => ({ kind: 'packing-slip', paper: 'a4', language: 'en', orders: [await newOrder()] }),
      problems: {},
    },
    recordPayment: {
      input: async () => ({ number: await newOrder(), ...newPayment() }),
      problems: {
        ...orderProblems({ ...newPayment(), version: 1 }, { legal: newOrder, illegal: newDraftOrder }),
        'ledger-full': {
          input: async () => ({ number: await newOrder(), ...newPayment(), amount: '90071992547409.91' }),
        },
      },
    },
    captureAuthorization: {
      input: async () => ({ number: await newAuthorizedOrder(), ...newPayment() }),
      problems: {
        ...orderProblems({ ...newPayment(), version: 1 }, { legal: newAuthorizedOrder, illegal: newOrder }),
      },
    },
    voidAuthorization: {
      input: async () => ({ number: await newAuthorizedOrder(), version: 1 }),
      problems: orderProblems({ version: 1 }, { legal: newAuthorizedOrder, illegal: newOrder }),
    },
    writeOffBalance: {
      input: async () => ({ number: await newUnpaidOrder(), reason: 'Goodwill', version: 1 }),
      problems: {
        ...orderProblems({ reason: 'Goodwill', version: 1 }, { legal: newUnpaidOrder, illegal: newOrder }),
        'above-limit': {
          as: 'admin',
          input: async () => ({ number: await newUnpaidOrder(), reason: 'Goodwill', version: 1 }),
        },
      },
    },
    refundOrder: {
      input: async () => ({ number: await newOrder(), everything: true, reason: 'Goodwill', version: 1 }),
      problems: orderProblems(
        { everything: true, reason: 'Goodwill', version: 1 },
        { legal: newOrder, illegal: newUnpaidOrder },
      ),
    },
    approveRefund: {
      input: newRefundRequest,
      problems: {
        'not-found': { input: async () => ({ ...(await newRefundRequest()), refund: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newRefundRequest()), version: 7 }) },
        'refund-decided': { input: newDecidedRefund },
        'own-refund': { input: () => newRefundRequest({}, owner) },
      },
    },
    receiveRefundWebhook: {
      input: () => ({ provider: 'Simulated' }),
      sign: (body) => provider.createWebhook(JSON.parse(body), kontor.clock.now).headers,
      problems: {},
    },
    withdrawRefund: {
      input: (user) =>
        newRefundRequest({}, roleHasPermission(findRole(user.role, []), 'refunds.request') ? user : undefined),
      problems: {
        'not-found': { input: async () => ({ ...(await newRefundRequest({}, owner)), refund: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newRefundRequest({}, owner)), version: 7 }) },
        'refund-decided': { input: newDecidedRefund },
        'not-requester': { input: () => newRefundRequest() },
      },
    },
    rejectRefund: {
      input: async () => ({ ...(await newRefundRequest()), reason: 'Not agreed' }),
      problems: {
        'not-found': { input: async () => ({ ...(await newRefundRequest()), refund: 'missing', reason: 'No' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newRefundRequest()), version: 7, reason: 'No' }) },
        'refund-decided': { input: async () => ({ ...(await newDecidedRefund()), reason: 'No' }) },
        'refund-credited': { input: async () => ({ ...(await newCreditedRefund()), reason: 'No' }) },
      },
    },
    retryRefund: {
      input: () => newFailedRefund(),
      problems: {
        'not-found': { input: async () => ({ ...(await newFailedRefund()), refund: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newFailedRefund()), version: 99 }) },
        'refund-decided': { input: newDecidedRefund },
        'refund-too-high': { input: () => newFailedRefund('1') },
      },
    },
    markRefundPaid: {
      input: newStuckRefund,
      problems: {
        'not-found': { input: async () => ({ ...(await newStuckRefund()), refund: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newStuckRefund()), version: 99 }) },
        'refund-decided': { input: newDecidedRefund },
        'refund-with-provider': { input: newSlowRefund },
      },
    },
    markRefundReturned: {
      input: async () => ({ ...(await newPaidRefund()), reason: 'Account closed' }),
      problems: {
        'not-found': { input: async () => ({ ...(await newPaidRefund()), refund: 'missing', reason: 'No' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newPaidRefund()), version: 99, reason: 'No' }) },
        'refund-decided': { input: async () => ({ ...(await newFailedRefund()), reason: 'No' }) },
      },
    },
    payRefundByTransfer: {
      input: () => newFailedRefund(),
      problems: {
        'not-found': { input: async () => ({ ...(await newFailedRefund()), refund: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newFailedRefund()), version: 99 }) },
        'refund-decided': { input: () => newPaidRefund() },
        'refund-too-high': { input: () => newFailedRefund('1.00') },
      },
    },
    creditRefund: {
      input: () => newFailedRefund(),
      problems: {
        'not-found': { input: async () => ({ ...(await newFailedRefund()), refund: 'missing' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newFailedRefund()), version: 99 }) },
        'refund-decided': { input: () => newPaidRefund() },
        'refund-too-high': { input: () => newFailedRefund('1.00') },
      },
    },
    markRefundFailed: {
      input: async () => ({ ...(await newStuckRefund()), reason: 'No such refund' }),
      problems: {
        'not-found': { input: async () => ({ ...(await newStuckRefund()), refund: 'missing', reason: 'No' }) },
        'changed-meanwhile': { input: async () => ({ ...(await newStuckRefund()), version: 99, reason: 'No' }) },
        'refund-decided': { input: async () => ({ ...(await newDecidedRefund()), reason: 'No' }) },
        'refund-with-provider': { input: async () => ({ ...(await newSlowRefund()), reason: 'No' }) },
      },
    },
    listImports: { input: () => ({}), problems: {} },
    importOrders: {
      input: () => ({ file: csv(buildExportCsv([{ name: `#${newId()}` }])), dryRun: '1' }),
      problems: { 'not-an-order-export': { input: () => ({ file: csv('a,b\n1,2\n') }) } },
    },

    createImportJob: {
      input: () => ({ file: csv(buildExportCsv([{ name: `#${newId()}` }])) }),
      problems: { 'not-an-order-export': { input: () => ({ file: csv('a,b\n1,2\n') }) } },
    },
    previewImportUndo: {
      input: async () => ({ import: await newImport() }),
      problems: { 'not-found': { input: () => ({ import: 'IM260101-00001' }) } },
    },
    undoImport: {
      input: async () => ({ import: await newImport() }),
      problems: {
        'not-found': { input: () => ({ import: 'IM260101-00001' }) },
        'import-not-undoable': { input: async () => ({ import: await newImport({ isEmpty: true }) }) },
      },
    },
    listEntries: { input: async () => (await newOrder(), { kind: ['payment.captured'] }), problems: {} },
    getSummary: { input: () => ({ from: '2026-01-01', to: '2026-12-31' }), problems: {} },
    verifyBooks: { input: () => ({}), problems: {} },

    listUsers: { input: () => ({}), problems: {} },
    approveUser: {
      input: async () => ({ id: (await newUser('pending')).id, role: 'viewer' }),
      problems: {
        'not-found': { input: () => ({ id: 'missing', role: 'viewer' }) },
        'illegal-transition': { input: async () => ({ id: (await newUser('active')).id, role: 'viewer' }) },
        'above-your-rank': { as: 'admin', input: () => ({ id: owner.id, role: 'viewer' }) },
      },
    },
    listEvents: { input: () => ({}), problems: {} },
    getEventsHead: { input: () => ({}), problems: {} },
    exportEventsAsCsv: { input: () => ({ topic: ['logins'] }), problems: {} },
    exportEventsAsJson: { input: () => ({ q: '203.0.113.9' }), problems: {} },
    ...createJobSamples(kontor, owner, newOrder),
    createExportJob: { input: () => ({ format: 'csv', status: ['open'] }), problems: {} },
    exportOrders: { input: () => ({ format: 'csv', status: ['open'] }), problems: {} },
    exportUsers: { input: () => ({}), problems: {} },
    listSessions: { input: () => ({}), problems: {} },
    endSessions: { input: () => ({ sessions: ['unknown'] }), problems: {} },
    endUserSessions: {
      input: async () => ({ id: (await newUser('active')).id }),
      problems: {
        'not-found': { input: () => ({ id: 'missing' }) },
        'above-your-rank': { as: 'admin', input: () => ({ id: owner.id }) },
      },
    },
    changeUserRole: {
      input: async () => ({ id: (await newUser('active')).id, role: 'finance' }),
      problems: {
        'not-found': { input: () => ({ id: 'missing', role: 'viewer' }) },
        'illegal-transition': { input: async () => ({ id: (await newUser('active')).id, role: 'viewer' }) },
        'above-your-rank': { as: 'admin', input: () => ({ id: owner.id, role: 'viewer' }) },
        'own-account': { input: () => ({ id: owner.id, role: 'viewer' }) },
      },
    },
    importUsers: {
      input: () => ({ file: new File([`Email,Role\n${newEmail()},viewer\n`], 'staff.csv', { type: 'text/csv' }) }),
      problems: { 'not-a-staff-list': { input: () => ({ file: new File(['Name\nx\n'], 'staff.csv') }) } },
    },
    viewAs: {
      input: async () => ({ id: (await newUser('active')).id, reason: 'A question about an order' }),
      problems: {
        'not-found': { input: () => ({ id: 'missing', reason: 'x' }) },
        'own-account': { input: () => ({ id: owner.id, reason: 'x' }) },
        'above-your-rank': { as: 'admin', input: () => ({ id: owner.id, reason: 'x' }) },
        'illegal-transition': { input: async () => ({ id: (await newUser('suspended')).id, reason: 'x' }) },
      },
    },
    archiveUser: {
      input: async () => ({ id: (await newUser('suspended')).id }),
      problems: userProblems('active'),
    },
    unarchiveUser: {
      input: async () => {
        const { id } = await newUser('suspended')
        await owner.fetch(`/api/users/${id}/archive`, { json: {} })
        return { id }
      },
      problems: userProblems('active'),
    },
    changeUsers: {
      input: async () => ({ action: 'suspend' as const, users: [(await newUser('active')).id] }),
      problems: {
        'above-your-rank': {
          as: 'admin',
          input: async () => ({ action: 'changeRole' as const, users: [(await newUser('active')).id], role: 'owner' }),
        },
      },
    },
    listInvitations: { input: () => ({}), problems: {} },
    inviteUser: {
      input: () => ({ email: newEmail(), role: 'viewer' }),
      problems: { 'above-your-rank': { as: 'admin', input: () => ({ email: newEmail(), role: 'owner' }) } },
    },
    resendInvitation: { input: () => newInvitation('viewer'), problems: invitationProblems },
    revokeInvitation: { input: () => newInvitation('viewer'), problems: invitationProblems },
    rejectUser: {
      input: async () => ({ id: (await newUser('pending')).id }),
      problems: userProblems('active'),
    },
    reopenUser: {
      input: async () => ({ id: (await newUser('archived')).id }),
      problems: userProblems('active'),
    },
    createResetLink: {
      input: async () => ({ id: (await newUser('active')).id }),
      problems: {
        'not-found': { input: () => ({ id: 'missing' }) },
        'own-account': { input: () => ({ id: owner.id }) },
        'above-your-rank': { input: async () => ({ id: (await newUser('active', 'owner')).id }), as: 'admin' },
        'illegal-transition': { input: async () => ({ id: (await newUser('suspended')).id }) },
      },
    },
    removeFactors: {
      input: async () => {
        const user = await kontor.createUser('viewer')
        await addAuthenticator(kontor, user)
        return { id: user.id }
      },
      problems: {
        'not-found': { input: () => ({ id: 'missing' }) },
        'own-account': { input: () => ({ id: owner.id }) },
        'above-your-rank': { input: async () => ({ id: (await newUser('active', 'owner')).id }), as: 'admin' },
        'illegal-transition': { input: async () => ({ id: (await newUser('active')).id }) },
      },
    },
    suspendUser: {
      input: async () => ({ id: (await newUser('active')).id }),
      problems: { ...userProblems('suspended'), 'own-account': { input: () => ({ id: owner.id }) } },
    },
    restoreUser: {
      input: async () => ({ id: (await newUser('suspended')).id }),
      problems: userProblems('active'),
    },

    calculateQuote: {
      input: () => ({ customer: { name: 'Li Na' }, lines: [{ sku: 'TEA-1', quantity: 2, price: '12.50' }] }),
      problems: {},
    },

    getBuild: { input: () => ({}), problems: {} },
    getOpenApi: { input: () => ({}), problems: {} },
    getApiReference: { input: () => ({}), problems: { 'not-found': { input: () => ({ tag: 'missing' }) } } },
    getApiClient: { input: () => ({}), problems: {} },
    getIcons: {
      input: () => ({ collection: 'lucide.json', icons: 'truck' }),
      problems: { 'not-found': { input: () => ({ collection: 'other.json' }) } },
    },
  }

  /** Asks until the answer is 429. Throws when it never is: a loop without end would outlive its test. */
  async function untilTooMany(ask: () => Promise<Response>): Promise<Response> {
    for (let attempt = 0; attempt < 500; attempt++) {
      const response = await ask()
      if (response.status === 429) return response
    }
    throw new Error('Nothing limits these attempts')
  }

  /** The same address tries until it has to wait. */
  async function repeat(json: () => object, path: string, user?: TestUser): Promise<Response> {
    const server: ServerHandle = { requestIP: () => ({ address: '203.0.113.9' }), timeout: () => {} }
    const app = createApp(kontor.kontor)
    const client = createTestClient({
      kontor: kontor.kontor,
      app: { ...app, fetch: (request) => app.fetch(request, server) },
    })
    for (const [name, value] of user?.cookies ?? []) client.cookies.set(name, value)
    return untilTooMany(() => client.fetch(path, { json: json() }))
  }

  async function changePasswordTooOften(): Promise<Response> {
    const user = await kontor.createUser('viewer')
    const json = { currentPassword: 'a wrong password', password: 'another long password' }
    return untilTooMany(() => user.fetch('/api/account/password', { method: 'PUT', json }))
  }

  function requestResetWithoutMail(): Promise<Response> {
    const silent = { ...kontor.kontor, config: { ...kontor.kontor.config, mail: undefined } }
    const client = createTestClient({ kontor: silent, app: createApp(silent) })
    return client.fetch('/api/auth/reset-links', { json: { email: newEmail() } })
  }

  function registerWhenClosed(): Promise<Response> {
    const closed = { ...kontor.kontor, config: { ...kontor.kontor.config, registration: 'closed' as const } }
    const client = createTestClient({ kontor: closed, app: createApp(closed) })
    return client.fetch('/api/auth/register', { json: registration() })
  }
}

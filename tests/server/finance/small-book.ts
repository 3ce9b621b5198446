import { runQueuedJobs } from '#server/jobs/job-runner.ts'
import { jobKinds } from '#server/job-kinds.ts'
import type { ImportList } from '#shared/orders/import-views.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { createRole } from '#tests/support/create-role.ts'
import { inTransaction } from '#server/auth/access.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import { createOperatorContext } from '#server/context.ts'
import { removeExpiredEvents } from '#server/events/retention.ts'
import { changePeriod } from '#server/finance/closing/change-period.ts'
import { scheduleSealing } from '#server/events/sealing.ts'
import { updateFromShop } from '#server/orders/intake/update-from-shop.ts'
import { SimulatedProvider } from '#server/orders/money/simulated-provider.ts'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import type { EntryList } from '#shared/finance/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { PasskeyRequest } from '#shared/account/passkey-views.ts'
import { addAuthenticator, addPasskey } from '#tests/support/test-factors.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import type { TestDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'

/**
 * A book in which every table has rows that mean something: orders that are unpaid, paid, refunded, cancelled, shipped before and after
 * their import, delivered, changed by their shop, in two currencies; accounts that were added, approved, suspended and rejected; sessions that are open and revoked.
 */
export async function createSmallBook(testDatabase: TestDatabase): Promise<TestKontor> {
  const kontor = await createTestKontor(testDatabase)
  const paidAt = createDraft(0).placedAt + 1000
  const lines = [
    createLine({ quantity: 3, unitPriceMinor: 200 }),
    createLine({ sku: 'T-2', name: '龙井茶', quantity: 2, unitPriceMinor: 250, discountMinor: 100 }),
  ]
  await importAsOperator(kontor.kontor, [
    createDraft(1, { lines }),
    createDraft(2, { payment: null, authorizedMinor: 400 }),
    createDraft(3, { refund: { amountMinor: 300, refundedAt: paidAt + 86_400_000 } }),
    createDraft(4, { status: 'cancelled', cancelledAt: paidAt, payment: null }),
    createDraft(5, { currency: 'USD', customerName: '王芳', note: '' }),
    createDraft(6, {
      status: 'completed',
      lines: [createLine({ quantity: 2, shippedQuantity: 2, unitPriceMinor: 500 })],
      shippedAt: paidAt + 3_600_000,
    }),
    createDraft(7, { lines: [createLine({ quantity: 1, unitPriceMinor: 600 }), createLine({ unitPriceMinor: 400 })] }),
  ])
  await importAsOperator(kontor.kontor, [
    createDraft(8),
    createDraft(9, {
      lines,
      taxMinor: 117,
      taxesIncluded: true,
      taxLines: [
        { name: 'VAT 19%', rate: '19', amountMinor: 95 },
        { name: 'VAT 7%', rate: '7', amountMinor: 22 },
      ],
      payment: { provider: 'Stripe', reference: 'ch_9', capturedMinor: 1000, capturedAt: paidAt },
    }),
    createDraft(10, { payment: null, authorizedMinor: 1000 }),
    createDraft(11),
    createDraft(12, { payment: null }),
    createDraft(13, { payment: null }),
  ])
  kontor.clock.now += 60_000
  const owner = await kontor.createUser('owner', { name: 'Anna Shen' })
  const clerk = await kontor.createUser('operations', { name: '李雷' })
  const suspended = await kontor.createUser('finance')
  await shortenAuditLog(kontor, owner)
  await register(kontor, owner, 'Xu Tian', 'approval')
  await register(kontor, owner, 'Bo Lin', 'rejection')
  kontor.clock.now += 60_000
  for (const number of ['SO260301-00001', 'SO260301-00007'])
    await send(clerk, `/api/orders/${number}/shipments`, {
      carrier: 'SF Express',
      trackingNumber: `SF ${number}`,
      version: 1,
    })
  kontor.clock.now += 60_000
  await send(clerk, '/api/orders/SO260301-00001/deliveries', { version: 2 })
  await send(clerk, '/api/orders/SO260301-00006/shipments/SH260301-00001/cancellation', { reason: 'Lost', version: 1 })
  await send(clerk, '/api/orders/SO260301-00008/edits', { customerName: 'Chen Jiajia', version: 1 })
  await send(clerk, '/api/orders/SO260301-00001/tags', { tag: 'Gift' })
  await send(clerk, '/api/orders/SO260301-00001/assignee', { assigneeId: owner.id }, 'PUT')
  const body = new FormData()
  body.set('file', new File(['%PDF-1.7'], 'invoice.pdf'))
  await clerk.fetch('/api/orders/SO260301-00005/attachments', { method: 'POST', body })
  await send(clerk, '/api/orders/SO260301-00005/notes', { text: 'Gift\nNo price slip' })
  await returnItems(clerk, 'SO260301-00007')
  await send(clerk, '/api/orders/jobs', { action: 'tag', tag: 'gift', orders: ['SO260301-00002', 'SO260301-00001'] })
  await send(owner, '/api/finance/exchange-rates', {
    ...{ day: '2026-03-02', from: 'USD', to: 'CNY', rate: '7.2', source: 'Bank' },
  })
  await send(owner, '/api/carriers', { carrierName: 'Own van', trackingUrl: 'https://van.example/{number}' })
  await makeRole(owner)
  await makeToken(owner)
  await makeWebhook(owner)
  await openAccounts(owner)
  await postByHand(owner)
  await closeMonths(kontor, owner)
  await importStatements(owner, await kontor.createUser('finance'))
  await moveMoney(kontor, owner, clerk)
  const changed = createDraft(13, {
    note: 'Leave at the door',
    lines: [createLine({ quantity: 2, unitPriceMinor: 1000, shippedQuantity: 2 })],
    totalMinor: 2000,
    refund: { amountMinor: 250, refundedAt: paidAt + 86_400_000 },
    shippedAt: paidAt + 3_600_000,
  })
  await updateFromShop(createOperatorContext(kontor.kontor), 'SO260301-00013', changed, { file: 'orders.csv' })
  await issueDocuments(owner)
  await changeCustomers(kontor, owner)
  await inviteColleagues(kontor, owner)
  await changeAccounts(kontor)
  await send(owner, `/api/users/${suspended.id}/suspension`, {})
  await archiveStaff(kontor, owner)
  await send(await kontor.createUser('viewer'), '/api/_auth/session', {}, 'DELETE')
  await logInWithSecondFactors(kontor)
  await requestEntries(kontor, owner)
  await importTable(clerk)
  await undoImport(kontor, owner)
  await scheduleSealing(kontor.kontor, 0)
  return kontor
}

/** An import of an order with all documents that come with one, which was undone. */
async function undoImport(kontor: TestKontor, owner: TestUser): Promise<void> {
  const body = new FormData()
  const order = { name: '#77', refundedMinor: 400, financialStatus: 'partially_refunded' }
  body.append('file', new File([buildExportCsv([order])], 'wrong.csv'))
  await owner.fetch('/api/imports/orders', { method: 'POST', body })
  const { imports } = (await (await owner.fetch('/api/imports/orders')).json()) as ImportList
  await send(owner, `/api/imports/orders/${imports[0]?.number}/undo`, {})
  await runQueuedJobs(kontor.kontor, jobKinds)
}

/** A login with an authenticator app, one with a recovery code, one with a passkey, a confirmation, and an app that was removed. */
async function logInWithSecondFactors(kontor: TestKontor): Promise<void> {
  const user = await kontor.createUser('finance')
  const { code, recoveryCodes } = await addAuthenticator(kontor, user)
  for (const each of [code(), recoveryCodes[0]])
    await send(kontor.createClient(), '/api/auth/login', { email: user.email, password, code: each })
  const passkey = await addPasskey(kontor, user)
  const client = kontor.createClient()
  const request = await client.fetch('/api/auth/passkey-request', { method: 'POST', json: {} })
  await send(client, '/api/auth/passkey', {
    passkey: passkey.sign((await request.json()) as PasskeyRequest, { counter: 3 }),
  })
  kontor.clock.now += 1000
  await send(client, '/api/account/confirmation', { password })
  const other = await kontor.createUser('finance')
  await addAuthenticator(kontor, other)
  await send(other, '/api/account/totp', {}, 'DELETE')
}

/** An account with another role, one that was archived, and one that was brought back. */
async function archiveStaff(kontor: TestKontor, owner: TestUser): Promise<void> {
  const [one, other] = [await kontor.createUser('finance'), await kontor.createUser('finance')]
  await send(owner, `/api/users/${one.id}/role`, { role: 'admin' }, 'PUT')
  for (const { id } of [one, other]) {
    await send(owner, `/api/users/${id}/suspension`, {})
    await send(owner, `/api/users/${id}/archive`, {})
  }
  await send(owner, `/api/users/${other.id}/unarchive`, {})
}

/** An invitation that was accepted, one that was revoked, and one that was sent again. */
async function inviteColleagues(kontor: TestKontor, owner: TestUser): Promise<void> {
  const invite = async (email: string): Promise<{ id: string; token: string | null }> => {
    const response = await owner.fetch('/api/invitations', { json: { email, role: 'admin', name: 'Lin Bo' } })
    const { invitation, url } = (await response.json()) as { invitation: { id: string }; url: string }
    return { id: invitation.id, token: new URL(url).searchParams.get('invitation') }
  }
  const { token } = await invite('lin@example.com')
  const account = { name: 'Lin Bo', email: 'lin@example.com', password: 'a long enough passphrase', invitation: token }
  await kontor.fetch('/api/auth/register', { json: account })
  const revoked = await invite('bo@example.com')
  const resent = await invite('li@example.com')
  kontor.clock.now += 60_000
  await send(owner, `/api/invitations/${revoked.id}`, {}, 'DELETE')
  await send(owner, `/api/invitations/${resent.id}/links`, {})
}

/** Accounts with another name, password and choice of mails, a used and a revoked reset link, and sessions that ended for each reason. */
async function changeAccounts(kontor: TestKontor): Promise<void> {
  const user = await kontor.createUser('admin', { name: 'Mia Sun' })
  const logIn = (): Promise<Response> =>
    kontor.fetch('/api/auth/login', { json: { email: user.email, password: newPassword } })
  const createLink = (): Promise<string> =>
    inTransaction(createOperatorContext(kontor.kontor), (transaction) =>
      issueResetLink(transaction, createOperatorContext(kontor.kontor), user),
    )
  const newPassword = 'another long password'
  await send(user, '/api/account/profile', { name: 'Mia Song', wantedMails: [] }, 'PUT')
  await createLink()
  kontor.clock.now += 60_000
  await send(user, '/api/account/password', { currentPassword: password, password: newPassword }, 'PUT')
  await logIn()
  kontor.clock.now += 60_000
  await send(user, '/api/account/sessions', {}, 'DELETE')
  const reset = await createLink()
  kontor.clock.now += 60_000
  await send(user, '/api/auth/password', { reset, password: 'a third long password' }, 'PUT')
}

/** A customer that was merged into another one, and one whose personal data was erased. */
async function changeCustomers(kontor: TestKontor, owner: TestUser): Promise<void> {
  const cancelled = { status: 'cancelled', cancelledAt: createDraft(20).placedAt, payment: null } as const
  await importAsOperator(kontor.kontor, [
    createDraft(20, { phone: '' }),
    createDraft(21, { phone: '', customerName: 'Zhou Min', ...cancelled }),
  ])
  const customerOf = async (number: string): Promise<string> =>
    ((await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView).customerNumber ?? ''
  const [first, second, third] = [
    await customerOf('SO260301-00001'),
    await customerOf('SO260301-00014'),
    await customerOf('SO260301-00015'),
  ]
  await send(owner, `/api/customers/${first}/merges`, { other: second })
  await send(owner, `/api/customers/${third}/erasure`, { confirmation: 'Zhou Min' })
  await send(owner, '/api/customers', {
    ...{ name: '李楠', email: 'linan@mail.example', phone: '138 0000 2222', company: '青禾', line1: '文三路 8 号' },
    ...{ line2: '2 楼', city: '杭州市', province: '浙江省', postcode: '310012', country: 'CN', note: '常客' },
    acceptsMarketing: 'yes',
  })
  // Of the customer who is kept less is taken than the merged one was given.
  const json = { amount: '3.00', destination: 'store_credit', reason: 'Exchange' }
  await send(owner, '/api/orders/SO260301-00014/refunds', json)
  const taken = { change: 'take', account: '5601.1', amount: '1.00', reason: 'Mistake' }
  await send(owner, `/api/customers/${first}/credit-entries`, taken)
}

/** Refunds in every state, payments that were recorded and captured, an order cancelled with its payment, and a write-off. */
async function moveMoney(kontor: TestKontor, owner: TestUser, clerk: TestUser): Promise<void> {
  const provider = new SimulatedProvider(({ amountMinor }) => (amountMinor === 90 ? 'fail' : 'pay'))
  kontor.kontor.refundProviders = new Map([['Stripe', provider]])
  const order = '/api/orders/SO260301-00009'
  const { lines } = (await (await owner.fetch(order)).json()) as OrderView
  await send(owner, `${order}/refunds`, { lines: [{ id: lines[0]?.id, quantity: 2 }], reason: 'Broken' })
  await send(owner, `${order}/refunds`, { amount: '0.90', reason: 'Goodwill' })
  for (const amount of ['0.10', '0.20', '0.30', '0.40'])
    await send(clerk, `${order}/refunds`, { amount, reason: 'Late' })
  const { refunds } = (await (await owner.fetch(order)).json()) as OrderView
  const requested = refunds.filter(({ status }) => status === 'requested').map(({ number }) => number)
  await send(owner, `${order}/refunds/${requested[0]}/approval`, {})
  await send(owner, `${order}/refunds/${requested[1]}/rejection`, { reason: 'Arrived in time' })
  await send(clerk, `${order}/refunds/${requested[3]}/withdrawal`, {})
  const payment = { method: 'cash', reference: 'R-1', note: 'Paid at the door', paidAt: '2026-03-14T12:00' }
  await send(clerk, '/api/orders/SO260301-00010/captures', { ...payment, amount: '6.00', version: 1 })
  await send(clerk, '/api/orders/SO260301-00010/voids', { version: 2 })
  await recordWithEvidence(clerk, 'SO260301-00010', { ...payment, amount: '5.00', version: '3' })
  await send(clerk, '/api/orders/SO260301-00011/cancellation', { reason: 'Sold out', version: 1 })
  await send(clerk, '/api/orders/SO260301-00012/payments', { ...payment, amount: '9.00', version: 1 })
  await send(owner, '/api/orders/SO260301-00012/write-offs', { reason: 'Not worth a reminder', version: 2 })
  await disputePayments(owner)
  const moved = '/api/orders/SO260301-00003/refunds'
  await send(owner, moved, { amount: '1.00', reason: 'Broken' })
  const { refunds: ofMoved } = (await (await owner.fetch('/api/orders/SO260301-00003')).json()) as OrderView
  const returned = `${moved}/${ofMoved.at(-1)?.number}`
  await send(owner, `${returned}/return`, { reason: 'Account closed' })
  await send(owner, `${returned}/transfer`, { reference: 'T-1' })
  await send(owner, `${returned}/return`, { reason: 'Wrong name' })
}

/** Disputes in every state; one that was lost is made up for by a second payment, in part. */
async function disputePayments(owner: TestUser): Promise<void> {
  const disputes = [
    { number: 'SO260301-00008', amount: '5.00', respondBy: '2026-03-20' },
    { number: 'SO260301-00008', amount: '2.00', path: 'recovery', feeReturned: '1' },
    { number: 'SO260301-00008', amount: '1.00', path: 'cancellation', reason: 'Wrong order' },
    { number: 'SO260301-00009', amount: '1.00', path: 'loss', reducesTax: '1' },
    { number: 'SO260301-00008', amount: '1.50', path: 'loss' },
  ]
  for (const [index, { number, amount, respondBy, path, ...decision }] of disputes.entries()) {
    const load = async () => (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    const { version, payments } = await load()
    await send(owner, `/api/orders/${number}/disputes`, {
      ...{ payment: payments[0]?.number, amount, fee: '0.50', reason: 'Not received', version },
      ...{ reference: `dp_${index}`, openedAt: '2026-03-14T09:00', respondBy },
    })
    const opened = await load()
    const dispute = opened.disputes.at(-1)?.number ?? ''
    if (path)
      await send(owner, `/api/orders/${number}/disputes/${dispute}/${path}`, { ...decision, version: opened.version })
  }
  const { version } = (await (await owner.fetch('/api/orders/SO260301-00008')).json()) as OrderView
  await send(owner, '/api/orders/SO260301-00008/payments', { method: 'cash', amount: '0.50', version })
}

async function recordWithEvidence(clerk: TestUser, number: string, fields: Record<string, string>): Promise<void> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('evidence', new File(['%PDF-1.7 receipt'], 'receipt.pdf'))
  const response = await clerk.fetch(`/api/orders/${number}/payments`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

/** Announces the return of an item and takes it back. */
async function returnItems(clerk: Awaited<ReturnType<TestKontor['createUser']>>, number: string): Promise<void> {
  const load = async () => (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
  const { version, lines } = await load()
  const parts = lines.slice(0, 1).map(({ id }) => ({ id, quantity: 1 }))
  await send(clerk, `/api/orders/${number}/returns`, { reason: 'Too small', lines: parts, approved: '1', version })
  const { version: requested, returns } = await load()
  await send(clerk, `/api/orders/${number}/returns/${returns[0]?.number}/receipts`, {
    lines: parts.map((part) => ({ ...part, condition: 'used', restock: '1' })),
    version: requested,
  })
}

/** Invoices, and a credit note of what was refunded. */
async function issueDocuments(owner: TestUser): Promise<void> {
  const seller = {
    name: 'Qinghe Tea',
    address: '1 Long Street',
    taxId: 'T-1',
    bank: 'ICBC',
    footer: 'Thank you',
    version: 1,
  }
  await send(owner, '/api/seller', seller, 'PUT')
  const job = { paper: 'a4', language: 'en' }
  await send(owner, '/api/prints', { ...job, kind: 'invoice', orders: ['SO260301-00001', 'SO260301-00009'] })
  await send(owner, '/api/prints', { ...job, kind: 'credit-note', orders: ['SO260301-00009'] })
}

/** A transfer, one that was reversed, and one that was corrected. */
async function postByHand(owner: TestUser): Promise<void> {
  const path = '/api/finance/entries'
  const transfer = (memo: string, from: string, to: string, more = {}): Promise<void> =>
    send(owner, path, {
      memo,
      lines: [
        { account: to, debit: '12.00' },
        { account: from, credit: '12.00' },
      ],
      ...more,
    })
  await transfer('Owner pays in', '3001', '1002.1')
  const { rows } = (await (await owner.fetch('/api/finance/entries?kind=entry.manual')).json()) as EntryList
  const first = rows[0]?.number ?? 0
  await transfer('Unknown receipt', '2241.9', '1002.1', { day: '2026-01-20' })
  await transfer('Rent', '1002.1', '5602.1', { day: '2026-03-10' })
  await send(owner, `${path}/${first + 1}/reversal`, { memo: 'Paid from another account' })
  await transfer('Owner pays in, the other account', '3001', '1002.3', { corrects: first })
  await transfer('Rent of January', '3001', '5602.1', { day: '2026-01-25' })
}

/** January closed twice, February once; a request to reopen it was rejected. A payment of January came late. */
async function closeMonths(kontor: TestKontor, owner: TestUser): Promise<void> {
  const admin = await kontor.createUser('admin', { name: 'Tian Xu' })
  const path = '/api/finance/periods'
  const close = async (month: string): Promise<void> => {
    kontor.clock.now += 60_000
    await scheduleSealing(kontor.kontor, 0)
    await kontor.kontor.database.inTransaction((transaction) =>
      changePeriod(transaction, createOperatorContext(kontor.kontor), owner, {
        month,
        action: 'closed',
        reason: 'The receipt is looked for',
        accepted: ['suspense-empty'],
      }),
    )
  }
  await close('2026-01')
  await send(owner, `${path}/2026-01/reopenings`, { reason: 'A late invoice' })
  await send(admin, `${path}/2026-01/reopenings/approval`, {})
  await close('2026-01')
  await close('2026-02')
  await send(owner, `${path}/2026-02/reopenings`, { reason: 'A late invoice' })
  await send(admin, `${path}/2026-02/reopenings/rejection`, { reason: 'Post it in March' })
  await importAsOperator(kontor.kontor, [
    createDraft(22, {
      placedAt: Date.parse('2026-02-10T02:00:00Z'),
      payment: {
        provider: 'Stripe',
        reference: 'ch_22',
        capturedMinor: 1000,
        capturedAt: Date.parse('2026-02-10T03:00:00Z'),
      },
    }),
  ])
}

/** Bank accounts: one renamed, one archived, one archived and reopened. */
async function openAccounts(owner: TestUser): Promise<void> {
  const path = '/api/finance/accounts'
  for (const accountName of ['ICBC', 'BOC', 'CMB'])
    await send(owner, path, { role: 'bank', currency: 'CNY', accountName })
  await send(owner, `${path}/1002.1`, { accountName: 'ICBC 6789', accountNameZh: '工商银行 6789' }, 'PUT')
  await send(owner, `${path}/1002.2/archive`, {})
  await send(owner, `${path}/1002.3/archive`, {})
  await send(owner, `${path}/1002.3/unarchive`, {})
}

/** An API token that was revoked. */
async function makeToken(owner: TestUser): Promise<void> {
  const json = { tokenName: 'Shop', permissions: ['orders.view'], addresses: '10.0.0.0/8 2001:db8::/32' }
  const response = await owner.fetch('/api/tokens', { json })
  const { token } = await response.json()
  await send(owner, `/api/tokens/${token.id}`, {}, 'DELETE')
}

/** A webhook that was changed and paused. */
async function makeWebhook(owner: TestUser): Promise<void> {
  const json = { url: 'https://example.com/hooks', topics: ['order.created', 'order.cancelled'] }
  const { webhook } = await (await owner.fetch('/api/webhooks', { json })).json()
  await send(owner, `/api/webhooks/${webhook.id}`, { ...json, includesPersonal: '1', version: webhook.version }, 'PUT')
  await send(owner, `/api/webhooks/${webhook.id}/pause`, {})
}

/** An export that the audit log forgot. */
async function shortenAuditLog({ kontor, clock }: TestKontor, owner: TestUser): Promise<void> {
  clock.now += 1
  await send(owner, '/api/users/exports', {})
  await scheduleSealing(kontor, 0)
  await removeExpiredEvents(kontor, clock.now + 1)
}

/** A role that was changed. */
async function makeRole(owner: TestUser): Promise<void> {
  const id = await createRole(owner, ['orders.view', 'refunds.approve', 'payments.write_off'])
  const limits = {
    refundLimit: '500',
    dailyRefundLimit: '2000',
    discountLimit: '50',
    dailyDiscountLimit: '90',
    writeOffLimit: '1',
    manualEntryLimit: '70',
    dailyManualEntryLimit: '700',
  }
  const permissions = [
    'orders.view',
    'orders.hold',
    'refunds.approve',
    'payments.write_off',
    'finance.view',
    'finance.post',
  ]
  await send(owner, `/api/roles/${id}`, { roleName: 'Team lead', permissions, ...limits, version: 1 }, 'PUT')
}

async function register(
  kontor: TestKontor,
  owner: Awaited<ReturnType<TestKontor['createUser']>>,
  name: string,
  decision: 'approval' | 'rejection',
): Promise<void> {
  const email = `${name.replaceAll(' ', '.')}@Example.com`
  await send(kontor.createClient(), '/api/auth/register', { name, email, password: 'a long enough passphrase' })
  const user = await kontor.kontor.database.read
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await send(owner, `/api/users/${user.id}/${decision}`, decision === 'approval' ? { role: 'operations' } : {})
}

async function send(
  client: Pick<Awaited<ReturnType<TestKontor['createUser']>>, 'fetch'>,
  path: string,
  json: object,
  method = 'POST',
): Promise<void> {
  const response = await client.fetch(path, { method, json })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** An entry that was approved, one that was declined, and one that waits. */
async function requestEntries(kontor: TestKontor, owner: TestUser): Promise<void> {
  const requester = await kontor.createUser('finance')
  const request = async (memo: string): Promise<string> => {
    const lines = [
      { account: '5602.1', debit: '9000' },
      { account: '3001', credit: '9000' },
    ]
    const response = await requester.fetch('/api/finance/entries', { json: { memo, lines, approval: '1' } })
    return ((await response.json()) as EntryRequestView).request
  }
  const decide = async (id: string, path: string, json: object): Promise<void> =>
    send(owner, `/api/finance/entry-requests/${id}/${path}`, json)
  const approved = await request('Rent of March')
  await attach(requester, `/api/finance/entry-requests/${approved}`)
  await decide(approved, 'approval', {})
  await attach(owner, '/api/finance/entries/1')
  await decide(await request('Rent of May'), 'rejection', { reason: 'Not due yet' })
  await request('Rent of April')
  const lines = [
    { account: '5602.1', debit: '800' },
    { account: '3001', credit: '800' },
  ]
  const template = { templateName: 'Rent', memo: 'Rent', firstDay: '2026-01-31', lines }
  const path = '/api/finance/templates'
  const ids: string[] = []
  for (let count = 0; count < 2; count++)
    ids.push((await (await owner.fetch(path, { json: template })).json()).template)
  await send(owner, `${path}/${ids[0]}`, { ...template, templateName: 'Rent of the shop', version: 1 }, 'PUT')
  await send(owner, `${path}/${ids[1]}/archive`, {})
  await send(owner, '/api/finance/entries', { memo: 'Rent of January', lines, template: ids[0], month: '2026-01' })
}

async function attach(user: TestUser, path: string): Promise<void> {
  const body = new FormData()
  body.set('file', new File(['%PDF-1.7 invoice'], 'invoice.pdf'))
  const response = await user.fetch(`${path}/attachments`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

const dayAmountMapping = { headingRow: '0', dayColumn: '0', amountColumn: '1', dayOrder: 'ymd', decimalMark: '.' }

/** A table whose columns a person chose, with an order and one that is refused. */
async function importTable(clerk: TestUser): Promise<void> {
  const body = new FormData()
  const mapping = { headingRow: '0', dayOrder: 'ymd', decimalMark: '.', source: 'market', currency: 'CNY' }
  for (const [name, value] of Object.entries({ ...mapping, assumedStatus: 'unpaid' }))
    body.set(`mapping[${name}]`, value)
  for (const [index, name] of ['number', 'placedAt', 'itemName', 'unitPrice'].entries())
    body.set(`mapping[columns][${name}]`, String(index))
  body.set('file', new File(['Sale,Day,What,Each\nM-1,2026-03-12,Tea,12.50\nM-2,2026-03-12,Tea,?\n'], 'sales.csv'))
  const response = await clerk.fetch('/api/imports/orders', { method: 'POST', body })
  const { created } = (await response.json()) as { created?: number }
  if (created !== 1) throw new Error(`The import answered ${response.status}`)
}

/** A statement of a bank account, and another one whose import was undone. */
async function importStatements(owner: TestUser, requester: TestUser): Promise<void> {
  const { accounts } = (await (await owner.fetch('/api/finance/accounts')).json()) as { accounts: LedgerAccount[] }
  const account = accounts.find(({ role, archivedAt }) => role === 'bank' && archivedAt === null)?.code ?? ''
  const importFile = async (...lines: string[]): Promise<string> => {
    const body = new FormData()
    body.set('account', account)
    if (lines[0]?.startsWith('Day'))
      for (const [name, value] of Object.entries(dayAmountMapping)) body.set(`mapping[${name}]`, value)
    body.set('file', new File([lines.join('\n')], 'statement.txt'))
    const response = await owner.fetch('/api/finance/statements', { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as StatementImport).statements[0]?.statement ?? ''
  }
  const importLines = (...lines: string[]): Promise<string> =>
    importFile('记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要', ...lines)
  await importFile(':20:X', ':25:CN123', ':60F:C260228CNY1,', ':61:260228C1,NTRFSO1//B1', ':62F:C260228CNY2,')
  await importFile('Day,Amount', '2026-02-27,3.00')
  const first = await importLines('2026-03-01,CNY,5.00,5.00,转账,张三,货款', '2026-03-02,CNY,-1.00,4.50,手续费,,')
  const second = await importLines('2026-03-03,CNY,2.00,6.50,转账,李四,货款')
  await send(owner, `/api/finance/statements/${second}/removal`, {})
  await matchLines(owner, requester, first)
}

/** A fee that is posted, taken back and posted again as someone else approved it, and a line that is ignored. */
async function matchLines(owner: TestUser, requester: TestUser, statement: string): Promise<void> {
  const fee = { line: `${statement}:3`, difference: 'bank_fee' }
  const posted = await (await owner.fetch('/api/finance/posted-matches', { json: fee })).json()
  await send(owner, `/api/finance/posted-matches/${posted.match}/undo`, { reason: 'Wrong month' })
  const requested = await requester.fetch('/api/finance/posted-matches', { json: { ...fee, approval: '1' } })
  await send(owner, `/api/finance/entry-requests/${(await requested.json()).request}/approval`, {})
  await followUp(owner, `${statement}:2`)
  await send(owner, '/api/finance/ignored-lines', { line: `${statement}:2`, reason: 'Test payment' })
}

async function followUp(owner: TestUser, line: string): Promise<void> {
  const path = `/api/finance/match-lines/${line}`
  await send(owner, `${path}/owner`, { ownerId: owner.id }, 'PUT')
  await send(owner, `${path}/wait`, { until: '2999-01-01', reason: 'The bank answers then' }, 'PUT')
  await send(owner, `${path}/comments`, { text: 'Asked the bank' })
  await send(owner, `${path}/due-date`, { due: '2999-01-31' }, 'PUT')
  await attach(owner, path)
}

import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { resolveProvider } from '#server/finance/accounts.ts'
import { postMovements, requireCapacity } from '#server/finance/movements.ts'
import { loadCreditIn } from '#server/finance/store-credit.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { changeOrder, type OrderChange } from '#server/orders/change-order.ts'
import { createPaymentRow } from '#server/orders/money/create-payment-row.ts'
import type { PaymentRecord } from '#server/orders/money/money-store.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { statusAfter, toLedgerOrder, toMoney } from '#server/orders/order-money.ts'
import { storePayment } from '#server/orders/money/store-payment.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { insertUpload, type StoredUpload, withStoredUpload } from '#server/orders/annotations/stored-upload.ts'
import { requireWithinLimit } from '#server/roles/require-within-limit.ts'
import { formatMoney } from '#shared/money.ts'
import type { RecordPaymentInput } from '#shared/orders/money-inputs.ts'
import { balanceOf, paymentStatusOf } from '#shared/orders/order.ts'
import { parsePastTime } from '#server/orders/past-time-input.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import { invalidInput } from '#shared/problem.ts'

/** `POST /api/orders/:number/payments`: records a payment that arrived outside of the shop. */
export const recordPayment: Action<'recordPayment'> = (context, { number, version, ...input }) =>
  withEvidence(context, number, input.evidence, (upload) =>
    changeOrder(context, { number, version, action: 'recordPayment' }, async (order, transaction, actor) => {
      const amountMinor = parsePaymentAmount(input.amount, order.currency)
      const authorizedMinor = order.authorized_minor
      if (input.method === storeCredit) await requireUsableCredit(transaction, order, amountMinor, input)
      return insertPayment(transaction, context, { order, amountMinor, input, actor, authorizedMinor, upload })
    }),
  )

/** `POST /api/orders/:number/captures`: records that all or a part of the authorized amount was captured. */
export const captureAuthorization: Action<'captureAuthorization'> = (context, { number, version, ...input }) =>
  withEvidence(context, number, input.evidence, (upload) =>
    changeOrder(context, { number, version, action: 'capture' }, async (order, transaction, actor) => {
      const amountMinor = parsePaymentAmount(input.amount, order.currency)
      if (amountMinor > order.authorized_minor)
        throw invalidInput({
          pointer: '/amount',
          reason: 'above-authorized',
          parameters: { maximum: formatMoney(order.authorized_minor, order.currency) },
        })
      const authorizedMinor = order.authorized_minor - amountMinor
      return insertPayment(transaction, context, { order, amountMinor, input, actor, authorizedMinor, upload })
    }),
  )

/** Stores the file that proves a payment, if there is one, before the payment is recorded. */
const withEvidence = <Result>(
  context: AuthenticatedContext,
  number: string,
  evidence: File | undefined,
  record: (upload: StoredUpload | undefined) => Promise<Result>,
): Promise<Result> =>
  evidence ? withStoredUpload(context, { number, file: evidence, pointer: '/evidence' }, record) : record(undefined)

/** `POST /api/orders/:number/voids`: gives up the open authorization. */
export const voidAuthorization: Action<'voidAuthorization'> = (context, { number, version }) =>
  changeOrder(context, { number, version, action: 'void' }, (order) => ({
    columns: { authorized_minor: 0, payment_status: paymentStatusOf(toMoney(order)) },
    event: {
      action: 'payment.voided',
      parameters: { amountMinor: order.authorized_minor, currency: order.currency },
    },
  }))

/** `POST /api/orders/:number/write-offs`: gives up what the customer still owes. */
export const writeOffBalance: Action<'writeOffBalance'> = (context, { number, version, reason }) =>
  changeOrder(context, { number, version, action: 'writeOff' }, async (order, transaction, actor) => {
    const money = toMoney(order)
    const amountMinor = balanceOf(money)
    requireWithinLimit(context.kontor.book, actor.limits.writeOffMinor, { amountMinor, currency: order.currency })
    await requireCapacity(transaction, order.currency, order.total_minor)
    await postMovements(transaction, context, [
      {
        kind: 'written_off',
        order: toLedgerOrder(order),
        occurredAt: context.kontor.now(),
        source: 'kontor',
        externalId: `${order.number}/write-off/${order.version + 1}`,
      },
    ])
    const after = { ...money, grantedMinor: order.granted_minor + amountMinor }
    return {
      columns: {
        granted_minor: after.grantedMinor,
        payment_status: paymentStatusOf({ ...after, authorizedMinor: order.authorized_minor }),
        status: statusAfter(order, after),
      },
      event: {
        action: 'order.written_off',
        parameters: { amountMinor, currency: order.currency, reason },
      },
    }
  })

function parsePaymentAmount(text: string, currency: string): number {
  const amountMinor = parseAmount(text, currency, '/amount')
  if (amountMinor === 0) throw invalidInput({ pointer: '/amount', reason: 'above-zero' })
  return amountMinor
}

/**
 * Requires that the customer has at least this store credit and owes at least this amount. Store credit is used at once and without a provider, so a time, subsidy or settlement is rejected. Throws `invalid-input`.
 */
async function requireUsableCredit(
  transaction: Transaction,
  order: OrderRecord,
  amountMinor: number,
  input: PaymentDraft['input'],
): Promise<void> {
  if (order.customer_number === null) throw invalidInput({ pointer: '/method', reason: 'store-credit-customer' })
  const names = ['paidAt', 'subsidy', 'settlementAmount', 'settlementCurrency', 'settlementRate'] as const
  const given = names.find((name) => input[name] !== undefined)
  if (given) throw invalidInput({ pointer: `/${given}`, reason: 'not-with-store-credit' })
  const creditMinor = await loadCreditIn(transaction, order.customer_number, order.currency)
  const maximumMinor = Math.max(Math.min(creditMinor, balanceOf(toMoney(order))), 0)
  if (amountMinor > maximumMinor)
    throw invalidInput({
      pointer: '/amount',
      reason: 'above-store-credit',
      parameters: { maximum: formatMoney(maximumMinor, order.currency) },
    })
}

/** The part of a payment that the provider paid itself. */
function parseSubsidy(text: string | undefined, amountMinor: number, currency: string): number {
  const subsidyMinor = text === undefined ? 0 : parseAmount(text, currency, '/subsidy')
  if (subsidyMinor > amountMinor)
    throw invalidInput({
      pointer: '/subsidy',
      reason: 'above-payment',
      parameters: { maximum: formatMoney(amountMinor, currency) },
    })
  return subsidyMinor
}

/** The settlement of a payment in another currency; both the amount and the currency, or neither. */
function parseSettlement(
  { settlementAmount, settlementCurrency, settlementRate = '' }: PaymentDraft['input'],
  currency: string,
): Pick<PaymentRecord, 'settlement_currency' | 'settlement_minor' | 'settlement_rate'> {
  if (settlementAmount === undefined && settlementCurrency === undefined)
    return { settlement_currency: '', settlement_minor: 0, settlement_rate: '' }
  if (settlementCurrency === undefined) throw invalidInput({ pointer: '/settlementCurrency', reason: 'required' })
  if (settlementCurrency === currency) throw invalidInput({ pointer: '/settlementCurrency', reason: 'other-currency' })
  const minor = parseAmount(settlementAmount, settlementCurrency, '/settlementAmount')
  if (minor === 0) throw invalidInput({ pointer: '/settlementAmount', reason: 'above-zero' })
  return { settlement_currency: settlementCurrency, settlement_minor: minor, settlement_rate: settlementRate.trim() }
}

interface PaymentDraft {
  order: OrderRecord
  amountMinor: number
  input: Omit<RecordPaymentInput, 'version' | 'amount'>
  actor: CurrentUser
  /** The amount that is still authorized after the payment. */
  authorizedMinor: number
  /** The file that proves it. */
  upload: StoredUpload | undefined
}

async function insertPayment(
  transaction: Transaction,
  context: AuthenticatedContext,
  { order, amountMinor, input, actor, authorizedMinor, upload }: PaymentDraft,
): Promise<OrderChange> {
  const { kontor } = context
  const { timeZone } = kontor.book
  const now = kontor.now()
  const capturedAt = parsePastTime(input.paidAt, timeZone, now, '/paidAt')
  await requireCapacity(transaction, order.currency, Math.max(amountMinor, order.total_minor))
  const [number = ''] = await allocateNumbers(transaction, timeZone, 'PY', [capturedAt])
  const payment = createPaymentRow({
    number,
    order_id: order.id,
    provider: input.method === storeCredit ? storeCredit : await resolveProvider(transaction, input.method),
    reference: input.reference ?? '',
    currency: order.currency,
    amount_minor: amountMinor,
    subsidy_minor: parseSubsidy(input.subsidy, amountMinor, order.currency),
    ...parseSettlement(input, order.currency),
    captured_at: capturedAt,
    recorded_at: now,
    created_by: actor.id,
    note: input.note ?? '',
  })
  if (payment.settlement_currency !== '')
    await requireCapacity(transaction, payment.settlement_currency, payment.settlement_minor)
  const { columns, documentChanges } = await storePayment(transaction, context, {
    order,
    payment,
    authorizedMinor,
    entryKey: { source: 'kontor', externalId: number },
  })
  const file = upload && { orderId: order.id, paymentId: payment.id, actor, at: now }
  const attached = file && (await insertUpload(transaction, upload, file))
  return {
    columns,
    event: {
      action: authorizedMinor === order.authorized_minor ? 'payment.recorded' : 'payment.captured',
      at: now,
      parameters: {
        document: number,
        amountMinor,
        currency: order.currency,
        provider: payment.provider,
        ...attached?.parameters,
      },
    },
    documentChanges: [...documentChanges, ...(attached?.changes ?? [])],
  }
}

import {
  applyPostings,
  heldForCustomer,
  isRevenueRecognized,
  movedAmounts,
  type OrderBalances,
  type PostingLine,
} from '#shared/finance/order-balances.ts'
import {
  cancellationPostings,
  capturePostings,
  editPostings,
  refundPostings,
  writeOffPostings,
} from '#shared/finance/posting.ts'
import type { OrderAmounts } from '#shared/finance/revenue-postings.ts'
import { balanceOf, type OrderMoney, splitRefundByKind } from '#shared/orders/order.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

/** More with `POSTING_RUNS=10000 bun test …`. */
const numRuns = Number(process.env['POSTING_RUNS'] ?? 2000)

const part = fc.integer({ min: 0, max: 50_000 })
const amounts = fc
  .record({ subtotal: part, discount: part, shipping: part, tax: part, taxesIncluded: fc.boolean() })
  .map(({ subtotal, discount, shipping, tax, taxesIncluded }): OrderAmounts => {
    const taxMinor = taxesIncluded ? Math.min(tax, subtotal + shipping) : tax
    return {
      subtotalMinor: subtotal,
      discountMinor: discount,
      shippingMinor: shipping,
      taxMinor,
      taxesIncluded,
      totalMinor: subtotal + shipping + (taxesIncluded ? 0 : taxMinor),
    }
  })

type Step =
  | { kind: 'capture'; amount: number }
  | { kind: 'refund'; share: number; linesShare: number; shippingShare: number }
  | { kind: 'edit'; amounts: OrderAmounts }
  | { kind: 'cancel' }
  | { kind: 'write-off' }

const share = fc.double({ min: 0, max: 1, noNaN: true })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('capture' as const), amount: fc.integer({ min: 1, max: 90_000 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('refund' as const), share, linesShare: share, shippingShare: share }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), amounts }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('write-off' as const) }) },
  ),
  { maxLength: 14 },
)

/** An order as its documents and its ledger entries see it. */
class Simulation {
  order: OrderAmounts
  money: OrderMoney
  balances: OrderBalances = {}

  constructor(order: OrderAmounts) {
    this.order = order
    this.money = { status: 'open', totalMinor: order.totalMinor, capturedMinor: 0, refundedMinor: 0, grantedMinor: 0 }
  }

  get state() {
    return { isCancelled: this.money.status === 'cancelled', grantedMinor: this.money.grantedMinor }
  }

  take(step: Step): void {
    const { money } = this
    switch (step.kind) {
      case 'capture':
        this.post(capturePostings(this.order, this.balances, step.amount, this.state))
        this.money = { ...money, capturedMinor: money.capturedMinor + step.amount }
        break
      case 'refund': {
        const amount = Math.round(step.share * (money.capturedMinor - money.refundedMinor))
        if (amount > 0) this.refund(amount, step.linesShare, step.shippingShare)
        break
      }
      case 'edit':
        // An order never costs less than what was granted, and a cancelled one is not edited.
        if (money.status === 'cancelled' || step.amounts.totalMinor < money.grantedMinor) return
        this.post(editPostings(this.order, step.amounts, this.balances, this.state))
        this.order = step.amounts
        this.money = { ...money, totalMinor: step.amounts.totalMinor }
        break
      case 'cancel':
        if (money.status === 'cancelled') return
        this.post(cancellationPostings(this.balances))
        this.money = { ...money, status: 'cancelled' }
        break
      case 'write-off':
        if (balanceOf(money) <= 0 || money.status === 'cancelled') return
        this.post(writeOffPostings(this.order, this.balances))
        this.money = { ...money, grantedMinor: money.grantedMinor + balanceOf(money) }
        break
    }
  }

  refund(amount: number, linesShare = 0, shippingShare = 0): void {
    const linesMinor = Math.floor(amount * linesShare)
    const shippingMinor = Math.floor((amount - linesMinor) * shippingShare)
    this.post(refundPostings(this.balances, amount, { linesMinor, shippingMinor }, this.state))
    const granted = splitRefundByKind(this.money, amount).find(({ kind }) => kind === 'allowance')?.amountMinor ?? 0
    const { refundedMinor, grantedMinor } = this.money
    this.money = { ...this.money, refundedMinor: refundedMinor + amount, grantedMinor: grantedMinor + granted }
  }

  post(lines: PostingLine[]): void {
    if (lines.length === 0) return
    expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.every(({ amountMinor }) => amountMinor !== 0)).toBe(true)
    this.balances = applyPostings(this.balances, lines)
  }

  expectConsistent(): void {
    const { money, balances } = this
    expect(movedAmounts(balances)).toEqual({ capturedMinor: money.capturedMinor, refundedMinor: money.refundedMinor })
    expect(money.refundedMinor).toBeLessThanOrEqual(money.capturedMinor)
    expect(money.grantedMinor).toBeGreaterThanOrEqual(0)
    expect(money.grantedMinor).toBeLessThanOrEqual(money.totalMinor)
    const isClosed = isRevenueRecognized(balances) || (balances.refund_due?.credit ?? 0) > 0
    const heldMinor = money.capturedMinor - money.refundedMinor
    expect(heldForCustomer(balances)).toBe(isClosed ? -balanceOf(money) + 0 : heldMinor)
    expect(credit(balances, 'deposit')).toBe(isClosed ? 0 : heldMinor)
    for (const role of ['refund_due', 'shipping', 'tax'] as const)
      expect(credit(balances, role)).toBeGreaterThanOrEqual(0)
    expect(credit(balances, 'receivable')).toBeLessThanOrEqual(0)
    const sold = (['sales', 'discount', 'returns', 'shipping', 'tax'] as const).map((role) => credit(balances, role))
    if (!isRevenueRecognized(balances)) expect(sold.every((amount) => amount === 0)).toBe(true)
    else
      expect(sold.reduce((sum, amount) => sum + amount, 0)).toBe(
        money.status === 'cancelled' ? 0 : money.totalMinor - money.grantedMinor,
      )
  }
}

const credit = (balances: OrderBalances, role: keyof OrderBalances): number =>
  (balances[role]?.credit ?? 0) - (balances[role]?.debit ?? 0) + 0

test('after any payments, refunds, edits, write-offs and a cancellation the books say what the order owes, and it can be settled', () => {
  fc.assert(
    fc.property(amounts, steps, (order, sequence) => {
      const simulation = new Simulation(order)
      for (const step of sequence) {
        simulation.take(step)
        simulation.expectConsistent()
      }
      // The customer pays what they owe, or gets back what they are owed.
      const balance = balanceOf(simulation.money)
      if (balance > 0) simulation.take({ kind: 'capture', amount: balance })
      if (balance < 0) simulation.refund(-balance)
      simulation.expectConsistent()
      expect(balanceOf(simulation.money)).toBe(0)
      const { capturedMinor, refundedMinor } = simulation.money
      // A full refund at the end empties every account.
      if (capturedMinor > refundedMinor) simulation.refund(capturedMinor - refundedMinor)
      simulation.expectConsistent()
      expect(heldForCustomer(simulation.balances)).toBe(0)
    }),
    { numRuns },
  )
}, 600_000)

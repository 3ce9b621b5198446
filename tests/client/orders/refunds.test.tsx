import OrdersPage from '#client/orders/orders-page.tsx'
import { preloadOverlays } from '#client/pages.ts'
import type { OrderAction } from '#shared/orders/actions.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { sampleOrder, sampleRefund, sampleRow, sampleView, sampleReturn } from '#tests/client/orders/sample-orders.ts'
import { getPanel, getSection, getTexts, getTextsByRole, now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('orders'))

function renderOrder(
  change: Partial<OrderView>,
  action?: OrderAction,
  form: FormOutcome | null = null,
  document?: string,
): HTMLElement {
  const order = sampleOrder({ actions: ['refund', 'recordPayment', 'cancel'], ...change })
  const query = ordersPageQuery.parse({ order: order.number, action, document })
  return renderOnServer(<OrdersPage data={sampleView([sampleRow()], { order })} query={query} form={form} />)
}
const openDialog = (change: Partial<OrderView>, action: OrderAction, form?: FormOutcome) =>
  within(within(renderOrder(change, action, form)).getByRole('dialog'))

/** A refund that was posted without script and is too high. */
const rejectedAmount = (detail: string): FormOutcome => ({
  endpoint: 'refundOrder',
  values: {
    'number': 'SO261125-00001',
    'version': '3',
    'amount': '900',
    'lines[0][quantity]': '2',
    'reason': 'Late',
  },
  result: null,
  problem: {
    type: '/problems/invalid-input',
    title: 'Some fields are not valid',
    status: 422,
    detail: 'Check the highlighted fields.',
    errors: [{ pointer: '/amount', detail }],
  },
})

describe('the refund dialog', () => {
  test('offers what is left: all of it, quantities of items, shipping, and an amount', () => {
    const [line, card] = sampleOrder().lines as [OrderView['lines'][number], OrderView['lines'][number]]
    const dialog = openDialog(
      {
        lines: [
          { ...line, refundedQuantity: 5, refundedMinor: 7_000 },
          { ...card, refundedQuantity: 1, refundedMinor: 27_200 },
        ],
        payments: [{ ...(sampleOrder().payments[0] as OrderView['payments'][number]), refundedMinor: 34_200 }],
      },
      'refund',
    )
    expect(dialog.getByLabelText('Full remaining amount, US$ 130.38')).toBeDefined()
    const quantity = dialog.getByLabelText('Queso Cabrales')
    expect([quantity.getAttribute('max'), quantity.getAttribute('value')]).toEqual(['7', '0'])
    expect(dialog.queryByLabelText('Gift card')).toBeNull()
    expect(dialog.getByText('Up to US$ 32.38')).toBeDefined()
    expect(dialog.getByLabelText('Other amount')).toBeDefined()
    expect(dialog.queryByLabelText('Refund to')).toBeNull()
    expect(dialog.getByRole('button', { name: 'Refund' })).toBeDefined()
  })

  test('says that someone else has to approve when the user may not refund alone', () => {
    const dialog = openDialog({ ownRefundLimitMinor: 0 }, 'refund')
    expect(dialog.getByText('Someone else has to approve this refund.')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Request refund' })).toBeDefined()
  })

  test('says the limit above which a second person is needed', () => {
    const dialog = openDialog({ ownRefundLimitMinor: 50_000 }, 'refund')
    expect(dialog.getByText('Refunds above US$ 500.00 need a second person.')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Refund' })).toBeDefined()
  })

  describe('for a return', () => {
    const receipt = { condition: 'used', restock: true, receivedAt: now } as const
    const withReturn = (refundedQuantity: number): Partial<OrderView> => {
      const [line, card] = sampleOrder().lines as [OrderView['lines'][number], OrderView['lines'][number]]
      const record = sampleReturn({
        reason: 'Too salty',
        lines: [{ id: line.id, quantity: 4, awaitedQuantity: 1 }],
        receipts: [
          { ...receipt, lineId: line.id, quantity: 3 },
          { ...receipt, lineId: card.id, quantity: 1, condition: 'missing' },
        ],
        actions: ['completeReturn'],
      })
      return { lines: [{ ...line, returnedQuantity: 3, refundedQuantity }, card], returns: [record] }
    }
    const renderReturn = (refundedQuantity: number, document?: string) =>
      renderOrder(withReturn(refundedQuantity), document ? 'refund' : undefined, null, document)

    test('starts with what arrived and was not refunded yet, without shipping', () => {
      for (const [refunded, expected] of [
        [0, '3'],
        [2, '1'],
      ] as const) {
        const dialog = within(within(renderReturn(refunded, 'RT261125-00001')).getByRole('dialog'))
        expect(dialog.getByLabelText('Queso Cabrales').getAttribute('value')).toBe(expected)
        expect(dialog.getByLabelText('Gift card').getAttribute('value')).toBe('0')
        expect(dialog.getByLabelText('Reason').getAttribute('value')).toBe('Too salty')
        expect(dialog.getByLabelText(/^Shipping/).getAttribute('value') ?? '').toBe('')
      }
    })

    test('says when that is more than what is left of the payment', () => {
      const [payment] = sampleOrder().payments as [OrderView['payments'][number]]
      const order = { ...withReturn(0), payments: [{ ...payment, refundPendingMinor: payment.capturedMinor - 100 }] }
      const body = renderOrder(order, 'refund', null, 'RT261125-00001')
      expect(getTextsByRole(within(body).getByRole('dialog'), 'alert')).toEqual(['At most US$ 1.00 can be refunded.'])
    })

    test('says it once when the server has rejected it, at the field', () => {
      const [payment] = sampleOrder().payments as [OrderView['payments'][number]]
      const order = { ...withReturn(0), payments: [{ ...payment, refundPendingMinor: payment.capturedMinor - 100 }] }
      const form = rejectedAmount('At most US$ 1.00 can be refunded.')
      const dialog = within(renderOrder(order, 'refund', form, 'RT261125-00001')).getByRole('dialog')
      expect(getTextsByRole(dialog, 'alert')).toEqual(['At most US$ 1.00 can be refunded.'])
    })

    test('is linked from it as long as there is something to refund', () => {
      const getLink = (refunded: number) =>
        within(getPanel(renderReturn(refunded))).queryByRole('link', { name: 'Refund these items…' })
      expect(getLink(0)?.getAttribute('href')).toContain('action=refund&document=RT261125-00001')
      expect(getLink(3)).toBeNull()
    })
  })

  test('asks which payment is refunded when there are several', () => {
    const [payment] = sampleOrder().payments as [OrderView['payments'][number]]
    const other = { ...payment, number: 'PY261125-00002', provider: 'PayPal', capturedMinor: 50_000 }
    const dialog = openDialog({ payments: [payment, other] }, 'refund')
    expect(getTexts(dialog.getByLabelText('Refund to'), 'option')).toEqual([
      'PayPal PY261125-00002, US$ 500.00 left',
      'Shopify Payments PY261125-00001, US$ 472.38 left',
    ])
  })

  test('comes back without script with what was typed, and the error at its field', () => {
    const form = rejectedAmount('At most US$ 472.38 can be refunded.')
    const body = renderOrder({}, undefined, form)
    const dialog = within(body).getByRole('dialog')
    expect(within(dialog).getByLabelText('Queso Cabrales').getAttribute('value')).toBe('2')
    expect(within(dialog).getByLabelText('Reason').getAttribute('value')).toBe('Late')
    expect(getTextsByRole(dialog, 'alert')).toEqual(['At most US$ 472.38 can be refunded.'])
  })
})

describe('a refund in the panel', () => {
  const renderRefund = (change: Partial<OrderView['refunds'][number]>) =>
    getPanel(renderOrder({ refunds: [sampleRefund(change)] }))
  const requested = { status: 'requested', refundedAt: null, requestedAt: now, requestedBy: 'Zhou Min' } as const

  test('that waits can be approved and rejected by those who may', () => {
    const panel = renderRefund({ ...requested, reason: 'Broken', actions: ['approve', 'reject'] })
    expect(panel.textContent).toContain('RF1 · Waiting for approval · requested by Zhou Min')
    expect(within(panel).getByText('Broken')).toBeDefined()
    expect(within(panel).getByRole('button', { name: 'Approve US$ 10.00' })).toBeDefined()
    expect(within(panel).getByRole('button', { name: 'Reject RF1' })).toBeDefined()
  })

  test('that waits for the user comes before everything else, and is not shown twice', () => {
    const headings = (change: Partial<OrderView['refunds'][number]>) =>
      getTextsByRole(renderRefund({ ...requested, ...change }), 'heading', { level: 3 })
    expect(headings({ actions: ['approve', 'reject'] })[0]).toBe('Needs attention')
    expect(headings({ actions: ['withdraw'] })).not.toContain('Needs attention')
    const panel = renderRefund({ ...requested, actions: ['approve', 'reject'] })
    expect(panel.textContent.split('RF1 · Waiting for approval')).toHaveLength(2)
    expect(within(getSection(panel, 'Needs attention')).getByRole('button', { name: /^Approve/ })).toBeDefined()
  })

  test('that the user requested says why they cannot approve it', () => {
    const panel = renderRefund({ ...requested, approvalBlocker: 'own-refund', actions: ['withdraw'] })
    expect(within(panel).getAllByText('You requested this refund. Someone else has to approve it.')).toHaveLength(2)
    expect(within(panel).queryByRole('button', { name: /Approve/ })).toBeNull()
    expect(within(panel).getByRole('button', { name: 'Withdraw request' })).toBeDefined()
  })

  test.each([
    ['above-limit', 'You requested this refund. Above US$ 5.00, someone else has to approve it.'],
    [
      'permission',
      'You need the “Approve refunds and manage chargebacks” permission. Roles that have it: Owner, Admin and Finance.',
    ],
  ] as const)('that cannot be approved (%s) says the rule under “Why can’t I…”', (approvalBlocker, sentence) => {
    const refunds = [sampleRefund({ ...requested, approvalBlocker })]
    const panel = getPanel(renderOrder({ refunds, ownRefundLimitMinor: 500 }))
    const term = within(panel).getByText('Approve RF1')
    expect(term.closest('details')?.querySelector('summary')?.textContent).toBe('Why can’t I…')
    expect(term.nextElementSibling?.textContent).toContain(sentence)
  })

  test('that failed says why, and can be tried again', () => {
    const panel = renderRefund({ status: 'failed', refundedAt: null, statusReason: 'Declined', actions: ['retry'] })
    expect(within(panel).getByText('Declined')).toBeDefined()
    expect(within(panel).getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  test('that cannot be paid in full any more says so, and can be canceled', () => {
    const panel = renderRefund({ status: 'returned', payoutBlocker: 'amount-refunded', actions: ['reject'] })
    expect(within(panel).getByText(/^Not all of it can be paid now/)).toBeDefined()
    expect(within(panel).getByText('Cancel refund')).toBeDefined()
    expect(within(panel).queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('is shown to users without actions, and hostile text stays text', () => {
    const panel = renderRefund({ ...requested, reason: '<img src=x onerror=alert(1)>' })
    expect(within(panel).getByText('<img src=x onerror=alert(1)>')).toBeDefined()
    expect(within(panel).queryByRole('button', { name: /Approve|Reject|Try again/ })).toBeNull()
  })
})

test('an order with money owed to the customer offers the refund first', () => {
  const listButtons = (balanceMinor: number) =>
    within(renderOrder({ balanceMinor, actions: ['edit', 'refund'] }))
      .getAllByRole('link', { name: /^(Edit|Refund)$/ })
      .filter((link) => link.closest('details') === null)
      .map((link) => link.textContent)
  expect(listButtons(-100)).toEqual(['Refund', 'Edit'])
  expect(listButtons(0)).toEqual(['Edit', 'Refund'])
})

test('a cancellation offers to refund what was captured', () => {
  const dialog = openDialog({}, 'cancel')
  expect(dialog.getByLabelText(/^Refund US\$ 472\.38 now/)).toBeDefined()
  expect(openDialog({ capturedMinor: 0 }, 'cancel').queryByLabelText(/Refund/)).toBeNull()
})

test('a payment is suggested with what the customer owes', () => {
  const dialog = openDialog({ balanceMinor: 1_250 }, 'recordPayment')
  expect(dialog.getByLabelText('Amount').getAttribute('value')).toBe('12.50')
  expect(dialog.getByLabelText('Method')).toBeDefined()
})

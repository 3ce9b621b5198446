import { contentId } from '#client/app/content-id.ts'
import OrdersPage from '#client/orders/orders-page.tsx'
import { preloadOverlays } from '#client/pages.ts'
import {
  type Annotation,
  type DocumentAction,
  documentActions,
  type OrderAction,
  orderActions,
} from '#shared/orders/actions.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { EventView } from '#shared/events/views.ts'
import type { OrderNote } from '#shared/orders/annotation-views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ShipmentView } from '#shared/orders/document-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import {
  reimsAddress,
  sampleOrder,
  sampleRow,
  sampleRefund,
  sampleReturn,
  sampleShipment,
  sampleView,
} from '#tests/client/orders/sample-orders.ts'
import {
  findHref,
  getPanel,
  getSection,
  getTexts,
  getTextsByRole,
  now,
  renderOnServer,
} from '#tests/client/render-on-server.tsx'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('orders'))

const rows = [sampleRow({ number: 'SO261125-00002' }), sampleRow(), sampleRow({ number: 'SO261124-00009' })]

interface PanelOptions {
  form?: FormOutcome
  action?: OrderAction | DocumentAction | Annotation
  document?: string
  full?: '1'
  history?: number
  renderOptions?: Parameters<typeof renderOnServer>[1]
}

function renderPanel(
  order: OrdersView['order'],
  { form, action, document, full, history, renderOptions }: PanelOptions = {},
) {
  const number = order === null ? undefined : 'missing' in order ? order.missing : order.number
  const query = ordersPageQuery.parse({ order: number, payment: 'paid', action, document, full, history })
  return renderOnServer(
    <OrdersPage data={sampleView(rows, { order })} query={query} form={form ?? null} />,
    renderOptions,
  )
}

const getPanelText = (order: OrderView, renderOptions?: PanelOptions['renderOptions']): string =>
  getTextsByRole(renderPanel(order, renderOptions ? { renderOptions } : {}), 'complementary')[0] ?? ''

allowSlowTests()

describe('an open order', () => {
  test('shows its numbers, source, time and statuses', () => {
    const body = renderPanel(sampleOrder())
    expect(getTexts(getPanel(body), 'header p')).toEqual(['Shop no. #10248 · Shopify · placed Tue 24 Nov, 14:20'])
    for (const status of ['Open', 'Paid', 'Unfulfilled']) expect(within(getPanel(body)).getByText(status)).toBeDefined()
  })

  test('lists its lines with quantity, price, discount and fulfillment', () => {
    expect(getTextsByRole(getSection(renderPanel(sampleOrder()), /^Items/), 'listitem')).toEqual([
      'Queso Cabrales12 × 14.00US$168.00NW-01112 to ship',
      'Gift card1US$272.00NW-072No shipping required300.00 − 28.00',
    ])
  })

  test('says of each line what was delivered, and what was refunded or only requested', () => {
    const [line, card] = sampleOrder().lines as [OrderView['lines'][number], OrderView['lines'][number]]
    const delivered = { ...line, shippedQuantity: 12, deliveredQuantity: 12, refundedQuantity: 3 }
    const refunds = [
      sampleRefund({ status: 'requested', lines: [{ id: line.id, quantity: 1, amountMinor: 1400 }] }),
      sampleRefund({ number: 'RF2', lines: [{ id: line.id, quantity: 2, amountMinor: 2800 }] }),
    ]
    const [item] = getTextsByRole(
      getSection(renderPanel(sampleOrder({ lines: [delivered, card], refunds })), /^Items/),
      'listitem',
    )
    expect(item).toEndWith('Delivered2 refunded1 being refunded')
    const [shipped] = getTextsByRole(
      getSection(renderPanel(sampleOrder({ lines: [{ ...delivered, deliveredQuantity: 11 }, card] })), /^Items/),
      'listitem',
    )
    expect(shipped).toEndWith('Shipped3 refunded')
  })

  test('has nothing to ship once it is cancelled', () => {
    const cancelled = renderPanel(sampleOrder({ status: 'cancelled', cancelledAt: now, actions: [] }))
    expect(getTextsByRole(getSection(cancelled, /^Items/), 'listitem')).toEqual([
      expect.stringMatching(/Unfulfilled$/),
      expect.stringContaining('No shipping required'),
    ])
  })

  test('adds up: goods − discount + shipping = total, with included tax below', () => {
    const order = sampleOrder({ discountMinor: 2_800, discountCode: 'AUTUMN10', taxMinor: 5_000 })
    expect(getTexts(getSection(renderPanel(order), /^Items/), 'dt, dd')).toEqual([
      'Subtotal',
      'US$468.00',
      'Discount AUTUMN10',
      '−US$28.00',
      'Shipping, Federal Shipping',
      'US$32.38',
      'Total',
      'US$472.38',
      'Tax included',
      '50.00',
    ])
  })

  test('adds tax on top to the sum', () => {
    const order = sampleOrder({ taxMinor: 5_000, totalMinor: 52_238 })
    expect(getTexts(getSection(renderPanel(order), /^Items/), 'dt')).toEqual([
      'Subtotal',
      'Shipping, Federal Shipping',
      'Tax',
      'Total',
    ])
  })

  test('shows payments, refunds and the balance', () => {
    const refund = sampleRefund({ number: 'RF261125-00001', refundedAt: now })
    const owed = getPanelText(sampleOrder({ refunds: [refund], balanceMinor: -500 }))
    expect(owed).toContain('We owe US$5.00')
    expect(owed).toContain('PY261125-00001 · captured 14:20 · Entry 42c10248.1+US$472.38')
    expect(owed).toContain('Refund to Shopify PaymentsRF261125-00001 · refunded 14:20−US$10.00')
    expect(getPanelText(sampleOrder({ balanceMinor: 500 }))).toContain('Customer owes US$5.00')
    expect(getPanelText(sampleOrder({ payments: [], paymentStatus: 'unpaid' }))).toContain('No payments yet.')
    const authorized = getPanelText(sampleOrder({ payments: [], paymentStatus: 'authorized', authorizedMinor: 500 }))
    expect(authorized).toContain('AuthorizedUS$5.00')
    expect(authorized).not.toContain('No payments yet.')
  })

  test('shows what was written off', () => {
    const order = sampleOrder({ writtenOffMinor: 250, balanceMinor: 0 })
    expect(getSection(renderPanel(order), /^Payments/).textContent).toContain('Written offUS$2.50')
    expect(getSection(renderPanel(sampleOrder()), /^Payments/).textContent).not.toContain('Written off')
  })

  test('links payments to their ledger entries', () => {
    expect(findHref(renderPanel(sampleOrder()), 'Entry 42')).toBe('/finance?entry=42')
    const [payment] = sampleOrder().payments
    const withoutFinance = sampleOrder({ payments: payment ? [{ ...payment, entryNumber: null }] : [] })
    expect(getPanelText(withoutFinance)).not.toContain('Entry')
  })

  test('shows the note of the customer before everything else', () => {
    const text = getPanelText(sampleOrder({ note: 'Ring twice.' }))
    expect(text.indexOf('Ring twice.')).toBeGreaterThan(0)
    expect(text.indexOf('Ring twice.')).toBeLessThan(text.indexOf('Queso Cabrales'))
  })

  test('has a timeline of what happened at its own time, newest first', () => {
    const hour = 3_600_000
    const shipment = sampleShipment({ shippedAt: now - hour })
    const refund = sampleRefund({ refundedAt: now + hour })
    const imported: EventView = {
      id: 'imported',
      at: now + 2 * hour,
      action: 'order.imported',
      actor: null,
      objectType: 'order',
      objectId: 'order',
      objectLabel: 'SO261125-00001',
      parameters: {},
      changes: [],
    }
    const order = sampleOrder({ shipments: [shipment], refunds: [refund], events: [imported] })
    expect(
      getTexts(getSection(renderPanel(order), 'Timeline'), 'li')
        .slice(1)
        .map((item) => item.replace(/(\d+ Nov( \d{2}:\d{2})?|\d{2}:\d{2})$/, '')),
    ).toEqual([
      'Refunded US$ 10.00 to Shopify Payments',
      'Paid US$ 472.38 with Shopify Payments',
      'Shipped 12 items with DHL',
      'Order placed',
    ])
  })

  test('lists a shipment once, with the user who shipped it', () => {
    const shipment = sampleShipment({ number: 'SH1', trackingNumber: 'JD01' })
    const shipped: EventView = {
      id: 'shipped',
      at: now,
      action: 'order.shipped',
      actor: 'Anna Shen',
      objectType: 'order',
      objectId: 'order',
      objectLabel: 'SO261125-00001',
      parameters: { shipment: 'SH1', carrier: 'DHL', trackingNumber: 'JD01', itemCount: 12 },
      changes: [],
    }
    const body = renderPanel(sampleOrder({ shipments: [shipment], events: [shipped] }))
    const items = getTexts(getSection(body, 'Timeline'), 'li')
    const shipments = items.filter((item) => /shipped/i.test(item))
    expect(shipments).toHaveLength(1)
    expect(shipments[0]).toStartWith('Anna Shen shipped 12 items with DHL, JD01')
    expect(shipments[0]).not.toContain('in a job')
    const ofJob = { ...shipped, parameters: { ...shipped.parameters, job: 'j1' } }
    const timeline = getSection(renderPanel(sampleOrder({ shipments: [shipment], events: [ofJob] })), 'Timeline')
    expect(within(timeline).getByRole('link', { name: 'in a job' }).getAttribute('href')).toBe('/orders?job=j1')
  })

  test('closes to the list without the search if the search opened it', () => {
    const query = ordersPageQuery.parse({ q: '10248', payment: 'paid' })
    const body = renderOnServer(
      <OrdersPage data={sampleView(rows, { order: sampleOrder(), openedBySearch: true })} query={query} form={null} />,
    )
    expect(within(getPanel(body)).getByRole('link', { name: 'Close' }).getAttribute('href')).toBe(
      '/orders?payment=paid',
    )
    expect(getTexts(body, 'tr[data-open] [data-column=number]')).toEqual(['SO261125-00001'])
  })

  test('says that personal data is masked for users without the permission', () => {
    expect(getPanelText(sampleOrder(), { role: 'viewer' })).toContain('Personal data is partly hidden')
    expect(getPanelText(sampleOrder())).not.toContain('Personal data is partly hidden')
  })

  test('shows two equal addresses once', () => {
    expect(getPanelText(sampleOrder())).toContain('Same as shipping address')
    expect(getPanelText(sampleOrder({ billingAddress: { ...reimsAddress, city: 'Lyon' } }))).toContain('51100 Lyon')
  })

  test('links to the previous and next order and back to the list, and keeps the filter', () => {
    const body = renderPanel(sampleOrder())
    const address = (name: string) => within(getPanel(body)).getByRole('link', { name }).getAttribute('href')
    expect(address('Previous order')).toBe('/orders?payment=paid&order=SO261125-00002')
    expect(address('Next order')).toBe('/orders?payment=paid&order=SO261124-00009')
    expect(address('Close')).toBe('/orders?payment=paid')
  })

  test('opens on the whole page, stays so for the next order, and goes back', () => {
    const hrefOf = (panel: HTMLElement, name: string) => within(panel).getByRole('link', { name }).getAttribute('href')
    expect(hrefOf(getPanel(renderPanel(sampleOrder())), 'Full view')).toBe(
      '/orders?payment=paid&order=SO261125-00001&full=1',
    )
    const full = within(renderPanel(sampleOrder(), { full: '1' })).getByRole('main', { name: /^Order SO/ })
    expect(full.id).toBe(contentId)
    expect(hrefOf(full, 'Next order')).toBe('/orders?payment=paid&full=1&order=SO261124-00009')
    expect(hrefOf(full, 'Back to the panel')).toBe('/orders?payment=paid&order=SO261125-00001')
    expect(hrefOf(full, 'Close')).toBe('/orders?payment=paid')
  })

  test('shows a hundred of a thousand lines and collapses the rest', () => {
    const lines = Array.from({ length: 500 }, () => sampleOrder().lines)
      .flat()
      .map((line, index) => ({ ...line, id: `line-${index}`, position: index + 1 }))
    const body = renderPanel(sampleOrder({ lines }))
    const products = getSection(body, /^Items/)
    const collapsed = within(products).getByText('900 more products').closest('details')
    expect(collapsed?.querySelectorAll('li')).toHaveLength(900)
    expect(products.querySelectorAll('li')).toHaveLength(1_000)
  })
})

test('its heading is the number alone, beside the button that copies it', () => {
  const panel = within(getPanel(renderPanel(sampleOrder())))
  expect(panel.getByRole('heading', { name: 'SO261125-00001' }).textContent).toBe('SO261125-00001')
  expect(panel.getByRole('button', { name: 'Copy order number' })).toBeDefined()
})

test('a missing order has a message', () => {
  expect(getTextsByRole(getPanel(renderPanel({ missing: 'SO999999-00001', removal: null })), 'heading')).toEqual([
    'Order SO999999-00001 not found',
  ])
})

describe('shipping', () => {
  const getShipping = (body: HTMLElement) =>
    within(body)
      .queryByText(/^Ship \d+ items?$/, { selector: 'summary' })
      ?.closest('details')

  test('is offered for the open lines, as a form that works without script', () => {
    const body = renderPanel(sampleOrder())
    const form = getShipping(body)?.querySelector('form')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.querySelector('input[name=version]')?.getAttribute('value')).toBe('3')
  })

  test('comes back expanded with the typed values and the errors', () => {
    const form: FormOutcome = {
      endpoint: 'shipOrder',
      result: null,
      values: { number: 'SO261125-00001', version: '3', carrier: 'DHL', trackingNumber: '' },
      problem: {
        type: '/problems/invalid-input',
        title: 'Some fields are not valid',
        status: 422,
        detail: '',
        errors: [{ pointer: '/trackingNumber', detail: 'This field is required.' }],
      },
    }
    const body = renderPanel(sampleOrder(), { form })
    expect(getShipping(body)?.hasAttribute('open')).toBe(true)
    expect(within(body).getByLabelText('Carrier').getAttribute('value')).toBe('DHL')
    expect(getTextsByRole(body, 'alert')).toEqual(['This field is required.'])
  })

  test('is not offered for an order that does not allow it', () => {
    expect(getShipping(renderPanel(sampleOrder({ actions: [] })))).toBeUndefined()
  })
})

describe('the shipments', () => {
  const actions: ShipmentView['actions'] = ['deliverShipment', 'correctShipment', 'cancelShipment']
  const shipped = sampleShipment({ trackingNumber: 'JD 01', trackingUrl: 'https://dhl.example/?n=JD01', actions })

  test('link to the page of the carrier, in a new tab that knows nothing of this one', () => {
    const link = within(renderPanel(sampleOrder({ shipments: [shipped] }))).getByRole('link', { name: 'Track JD 01' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://dhl.example/?n=JD01',
      '_blank',
      'noopener noreferrer',
    ])
  })

  test('say what became of them', () => {
    const text = getPanelText(
      sampleOrder({
        shipments: [
          sampleShipment({ status: 'delivered', deliveredAt: now }),
          sampleShipment({ number: 'SH2', status: 'cancelled', cancelledAt: now, cancelReason: 'Wrong label' }),
        ],
      }),
    )
    expect(text).toContain('delivered 14:20')
    expect(text).toContain('Canceled: Wrong label')
  })

  test('offer what is possible with each, in dialogs that work without script', () => {
    const order = sampleOrder({ shipments: [shipped, { ...shipped, number: 'SH2' }] })
    const list = within(getPanel(renderPanel(order))).getByRole('list', { name: 'Actions for SH2' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Mark as delivered', 'Correct', 'Cancel shipment'])
    expect(findHref(renderPanel(order), 'Mark 2 parcels as delivered')).toBe(
      '/orders?payment=paid&order=SO261125-00001&action=deliverShipment',
    )
    const open = (action: DocumentAction, document?: string) =>
      within(renderPanel(order, { action, ...(document && { document }) })).getByRole('dialog')
    expect(open('correctShipment', 'SH2').querySelector('input[name=shipment]')?.getAttribute('value')).toBe('SH2')
    expect(within(open('correctShipment', 'SH2')).getByLabelText('Tracking number').getAttribute('value')).toBe('JD 01')
    expect(within(open('cancelShipment', 'SH2')).getByLabelText('Reason')).toBeDefined()
    expect(open('deliverShipment').querySelector('input[name=shipment]')).toBeNull()
  })
})

describe('the returns', () => {
  const [line] = sampleOrder().lines
  const order = sampleOrder({
    lines: line ? [{ ...line, shippedQuantity: 12, returnedQuantity: 1 }] : [],
    actions: ['requestReturn'],
    returns: [sampleReturn()],
  })

  test('say why, what was announced and what arrived', () => {
    const section = getSection(renderPanel(order), 'Returns')
    expect(section.textContent).toContain('Too small')
    expect(section.textContent).toContain('RT261125-00001 · 3 items · requested 14:20')
    expect(section.textContent).toContain('3 × Queso Cabrales · 1 damaged')
  })

  test('are completed with one click and received in a dialog, line by line', () => {
    const section = getSection(renderPanel(order), 'Returns')
    expect(within(section).getByRole('button', { name: 'Complete' })).toBeDefined()
    const dialog = within(renderPanel(order, { action: 'receiveReturn', document: 'RT261125-00001' })).getByRole(
      'dialog',
      { name: 'Receive items of RT261125-00001' },
    )
    expect(within(dialog).getByLabelText('Quantity, of 2').getAttribute('value')).toBe('2')
    expect(within(dialog).getByLabelText('Condition').getAttribute('name')).toBe('lines[0][condition]')
  })

  test('start with what was shipped and is not announced already', () => {
    const dialog = within(renderPanel(order, { action: 'requestReturn' })).getByRole('dialog')
    expect(within(dialog).getByLabelText('Queso Cabrales').getAttribute('max')).toBe('9')
  })
})

describe('shipping in parts', () => {
  const [line] = sampleOrder().lines
  const lines = line ? [line, { ...line, id: 'second', name: 'Tofu', quantity: 3, shippedQuantity: 1 }] : []

  test('asks for the quantity of every line of which something is left, all of it by default', () => {
    const body = renderPanel(sampleOrder({ lines }))
    const tofu = within(body).getByLabelText('Tofu')
    expect(['name', 'value', 'max'].map((name) => tofu.getAttribute(name))).toEqual(['lines[1][quantity]', '2', '2'])
    expect(body.querySelector('input[name="lines[1][id]"]')?.getAttribute('value')).toBe('second')
  })

  test('starts with the carrier that the customer chose, if it is one', () => {
    const carrierOf = (shippingMethod: string) =>
      within(renderPanel(sampleOrder({ lines, shippingMethod })))
        .getByLabelText('Carrier')
        .getAttribute('value')
    expect([carrierOf('dhl express'), carrierOf('Standard')]).toEqual(['dhl express', ''])
  })

  test('of many lines asks for the quantities on a page of their own without script', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...lines[0], id: `line-${index}` })) as typeof lines
    const closed = renderPanel(sampleOrder({ lines: many }))
    expect(closed.querySelectorAll('input[type=number]')).toHaveLength(0)
    expect(findHref(closed, 'Choose items…')).toBe('/orders?payment=paid&order=SO261125-00001&action=ship')
    const opened = renderPanel(sampleOrder({ lines: many }), { action: 'ship' })
    expect(opened.querySelectorAll('input[type=number]')).toHaveLength(200)
  })
})

describe('every action that is possible, and no other one, has its link or form:', () => {
  /** The actions of the links and forms of the panel that are about the order or its document. */
  const findControls = (order: OrderView): Set<string> => {
    const panel = getPanel(renderPanel(order))
    const links = [...panel.querySelectorAll('a')].map((link) =>
      new URL(link.href, 'http://kontor').searchParams.get('action'),
    )
    const forms = [...panel.querySelectorAll<HTMLInputElement>('input[name=_endpoint]')].map(({ value }) =>
      value.replace(/Order$/, ''),
    )
    return new Set([...links, ...forms].flatMap((each) => each ?? []))
  }
  const known: readonly string[] = [...orderActions, ...documentActions]
  const listOffered = (order: OrderView): string[] => [...findControls(order)].filter((each) => known.includes(each))

  test.each(orderActions)('%s of an order', (action) => {
    expect(listOffered(sampleOrder({ actions: [action] }))).toEqual([action])
  })
  test.each(documentActions.filter((action) => action.endsWith('Shipment')))('%s', (action) => {
    const shipments = [sampleShipment({ actions: [action] })]
    expect(listOffered(sampleOrder({ actions: [], shipments }))).toEqual([action])
  })
  test.each(documentActions.filter((action) => action.endsWith('Return')))('%s', (action) => {
    const returns = [sampleReturn({ actions: [action] })]
    expect(listOffered(sampleOrder({ actions: [], returns }))).toEqual([action])
  })
})

describe('the other actions', () => {
  test('are links that open their dialog', () => {
    const body = renderPanel(sampleOrder())
    const menu = within(getPanel(body)).getByRole('list', { name: 'More actions' })
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('aria-keyshortcuts'), link.getAttribute('href')]),
    ).toEqual([
      ['Put on holdH', 'H', '/orders?payment=paid&order=SO261125-00001&action=hold'],
      ['Add noteN', 'N', '/orders?payment=paid&order=SO261125-00001&action=note'],
      ['Attach file', null, '/orders?payment=paid&order=SO261125-00001&action=attach'],
      ['AssignA', 'A', '/orders?payment=paid&order=SO261125-00001&action=assign'],
      ['Add tagT', 'T', '/orders?payment=paid&order=SO261125-00001&action=tag'],
      ['PrintP', 'P', '/orders?payment=paid&order=SO261125-00001&print=orders'],
    ])
  })

  test('open as a form that works without script and is posted to the page without the dialog', () => {
    const body = renderPanel(sampleOrder(), { action: 'hold' })
    const dialog = within(body).getByRole('dialog', { name: 'Put SO261125-00001 on hold' })
    const form = dialog.querySelector('form')
    expect(form?.getAttribute('action')).toBe('/orders?payment=paid&order=SO261125-00001')
    expect(form?.querySelector('input[name=version]')?.getAttribute('value')).toBe('3')
    expect(within(dialog).getByLabelText('Reason')).toBeDefined()
  })

  test('do not open for an order that does not allow them', () => {
    const body = renderPanel(sampleOrder(), { action: 'cancel' })
    expect(within(body).queryByRole('dialog')).toBeNull()
  })

  test('come back open with what was typed and the errors', () => {
    const form: FormOutcome = {
      endpoint: 'holdOrder',
      result: null,
      values: { number: 'SO261125-00001', version: '3', reason: '', until: '2026-12-01' },
      problem: {
        type: '/problems/invalid-input',
        title: 'Some fields are not valid',
        status: 422,
        detail: '',
        errors: [{ pointer: '/reason', detail: 'This field is required.' }],
      },
    }
    const dialog = within(renderPanel(sampleOrder(), { form })).getByRole('dialog')
    expect(within(dialog).getByLabelText('Until').getAttribute('value')).toBe('2026-12-01')
    expect(getTextsByRole(dialog, 'alert')).toEqual(['This field is required.'])
  })

  test('that are not possible are explained by the rule, or by the permission and the roles that have it', () => {
    const body = renderPanel(
      sampleOrder({
        status: 'on_hold',
        holdReason: 'Address unclear',
        holdUntil: '2026-11-30',
        actions: [],
        unavailableActions: [
          { action: 'ship', reason: 'status' },
          { action: 'release', reason: 'permission' },
          { action: 'cancel', reason: 'has-shipped' },
        ],
      }),
    )
    const panel = getPanel(body)
    expect(within(panel).getByText('On hold until 30 Nov: Address unclear')).toBeDefined()
    const reasons = within(panel).getByText('Why can’t I…').closest('details') ?? panel
    expect(getTexts(reasons, 'dt, dd')).toEqual([
      'Ship',
      'This order is on hold. Release it first.',
      'Release',
      'You need the “Put orders on hold” permission. Roles that have it: Owner, Admin and Operations.',
      'Cancel order',
      'Some items have been shipped.',
    ])
  })

  test('explains what cannot be done with its shipments', () => {
    const unavailableActions: OrderView['shipments'][number]['unavailableActions'] = [
      { action: 'cancelShipment', reason: 'document-status' },
      { action: 'correctShipment', reason: 'permission' },
    ]
    const shipment = sampleShipment({ status: 'delivered', deliveredAt: now, unavailableActions })
    const panel = getPanel(renderPanel(sampleOrder({ shipments: [shipment], unavailableActions: [] })))
    const reasons = within(panel).getByText('Why can’t I…').closest('details') ?? panel
    expect(getTexts(reasons, 'dt, dd').slice(-4)).toEqual([
      'Cancel shipment: SH261125-00001',
      'This shipment was delivered. Start a return instead.',
      'Correct carrier or tracking number: SH261125-00001',
      'You need the “Ship orders” permission. Roles that have it: Owner, Admin and Operations.',
    ])
  })
})

test('editing shows the first thousand lines, as many as a form may send', () => {
  const lines = Array.from({ length: 1001 }, (_, index) => ({
    ...(sampleOrder().lines[0] as OrderView['lines'][0]),
    id: String(index),
  }))
  const body = renderPanel(sampleOrder({ lines, actions: ['edit'] }), { action: 'edit' })
  const dialog = within(body).getByRole('dialog', { name: /^Edit/ })
  expect(dialog.querySelectorAll('[name$="[quantity]"]:not([name^=added])')).toHaveLength(1000)
  expect(within(dialog).getByText(/^The first 1,000 products are shown/)).toBeDefined()
})

describe('an edit in the timeline', () => {
  const edited: EventView = {
    id: 'edited',
    at: now,
    action: 'order.edited',
    actor: 'Anna Shen',
    objectType: 'order',
    objectId: 'order',
    objectLabel: 'SO261125-00001',
    parameters: { version: 2 },
    changes: [
      { field: 'email', from: '', to: '<b>@x.example' },
      { field: 'totalMinor', from: 1_000, to: 2_000 },
      { field: 'itemCount', from: 1, to: 2 },
      { field: 'shippingAddress.city', from: 'Reims', to: 'Lyon' },
      { field: 'lines.gone.position', from: 3, to: null },
      { field: 'lines.gone.name', from: 'Tea cup', to: null },
      { field: 'lines.gone.quantity', from: 2, to: null },
      { field: `lines.${sampleOrder().lines[0]?.id}.quantity`, from: 12, to: 13 },
    ],
  }

  test('is on a page of its own when there are more than a hundred', () => {
    const events = Array.from({ length: 250 }, (_, index) => ({
      ...edited,
      id: `${index}`,
      at: now - index,
      changes: [],
    }))
    const order = sampleOrder({ events, payments: [], shipments: [], refunds: [] })
    const open = (history?: number) => {
      const timeline = getSection(renderPanel(order, { ...(history && { history }) }), 'Timeline')
      return { count: getTextsByRole(timeline, 'listitem').length, links: getTextsByRole(timeline, 'link') }
    }
    expect(open()).toEqual({ count: 100, links: ['151 older events'] })
    expect(open(2)).toEqual({ count: 100, links: ['Newer events', '51 older events'] })
    expect([open(3), open(9)]).toEqual(Array.from({ length: 2 }, () => ({ count: 51, links: ['Newer events'] })))
  })

  test('unfolds to the fields that staff changed, before and after', () => {
    const timeline = getSection(renderPanel(sampleOrder({ events: [edited] })), 'Timeline')
    expect(getTexts(timeline, 'summary')).toEqual(['5 changes'])
    expect(getTexts(timeline, 'dt, dd')).toEqual([
      'Email',
      '– → <b>@x.example',
      'Total',
      'US$ 10.00 → US$ 20.00',
      'Shipping address: city',
      'Reims → Lyon',
      'Tea cup',
      '2 removed',
      'Queso Cabrales: quantity',
      '12 → 13',
    ])
  })

  test('shows the first hundred of many changes', () => {
    const changes = Array.from({ length: 150 }, (_, index) => ({
      field: `lines.${index}.quantity`,
      from: 1,
      to: 2,
    }))
    const order = sampleOrder({
      events: [{ ...edited, changes }],
      lines: changes.map((_, index) => ({ ...(sampleOrder().lines[0] as OrderView['lines'][0]), id: String(index) })),
    })
    const timeline = getSection(renderPanel(order), 'Timeline')
    expect(timeline.querySelectorAll('dt')).toHaveLength(100)
    expect(within(timeline).getByText('and 50 more changes')).toBeDefined()
  })
})

test('the panel is in Chinese', () => {
  const body = renderPanel(sampleOrder(), { renderOptions: { locale: 'zh' } })
  expect(within(body).getByText('发货 12 件', { selector: 'summary' })).toBeDefined()
  expect(getTexts(getPanel(body), 'header p')).toEqual(['店铺单号 #10248 · Shopify · 下单于 11月24日 周二 14:20'])
  expect(findHref(body, '订单')).toBeDefined()
})

describe('notes of staff', () => {
  const note = (change: Partial<OrderNote> = {}): OrderNote => ({
    id: 'note-1',
    text: 'Gift\nNo price slip',
    author: 'Li Na',
    createdAt: now,
    editedAt: null,
    struckBy: null,
    struckAt: null,
    actions: [],
    ...change,
  })

  test('come before the items, with author and time', () => {
    const body = renderPanel(sampleOrder({ notes: [note({ editedAt: now })] }))
    expect(getTextsByRole(getSection(body, 'Notes'), 'listitem')).toEqual(['Gift No price slipLi Na · 14:20 · edited'])
    const headings = getTextsByRole(getPanel(body), 'heading')
    expect(headings.indexOf('Notes')).toBeLessThan(headings.findIndex((heading) => heading.startsWith('Items')))
  })

  test('that are old or struck through are folded', () => {
    const notes = [
      note({ id: 'struck', struckBy: 'Bo Lin', struckAt: now, text: 'Wrong' }),
      ...['a', 'b', 'c', 'd'].map((text) => note({ id: text, text })),
    ]
    const folded = within(getSection(renderPanel(sampleOrder({ notes })), 'Notes'))
      .getByText('2 more notes')
      .closest('details')
    expect(folded && getTextsByRole(folded, 'listitem')).toEqual([
      'WrongLi Na · 14:20 · struck through by Bo Lin 14:20',
      'dLi Na · 14:20',
    ])
  })

  test('begin with a part of a long text', () => {
    const text = 'A long text. '.repeat(60).trim()
    const section = getSection(renderPanel(sampleOrder({ notes: [note({ text })] })), 'Notes')
    expect(within(section).getByText('Show all')).toBeDefined()
    expect(section.textContent).toContain(text)
  })

  test('show what the user can do with each', () => {
    const section = getSection(
      renderPanel(sampleOrder({ notes: [note({ actions: ['edit', 'delete', 'strike'] })] })),
      'Notes',
    )
    expect(getTextsByRole(section, 'button', { hidden: true })).toEqual(['Save note', 'Delete note', 'Strike through'])
    expect(within(section).getByLabelText('Note').textContent).toBe('Gift\nNo price slip')
  })

  test('are written in a dialog by users with the permission', () => {
    const dialog = within(renderPanel(sampleOrder(), { action: 'note' })).getByRole('dialog', {
      name: 'Add a note to SO261125-00001',
    })
    expect(within(dialog).getByLabelText('Note')).toBeDefined()
    const options = { action: 'note', renderOptions: { role: 'viewer' } } as const
    const body = renderPanel(sampleOrder({ actions: [], unavailableActions: [] }), options)
    expect(within(body).queryByRole('dialog')).toBeNull()
    expect(getTexts(getPanel(body), 'dd')).toContain(
      'You need the “Write notes on orders” permission. Roles that have it: Owner, Admin, Finance and Operations.',
    )
  })
})

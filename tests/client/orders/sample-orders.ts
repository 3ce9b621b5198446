import { ordersList } from '#shared/orders/list.ts'
import type { Address, OrderRow, OrderView } from '#shared/orders/views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { ReturnView, ShipmentView } from '#shared/orders/document-views.ts'
import { now } from '#tests/client/render-on-server.tsx'

/** Sample orders as the server returns them. */
export function sampleRow(change: Partial<OrderRow> = {}): OrderRow {
  return {
    number: 'SO261125-00001',
    source: 'shopify',
    externalId: '4000000010248',
    externalNumber: '#10248',
    status: 'open',
    paymentStatus: 'paid',
    fulfillmentStatus: 'unfulfilled',
    currency: 'USD',
    totalMinor: 47_238,
    capturedMinor: 47_238,
    refundedMinor: 0,
    placedAt: now - 86_400_000,
    customerName: 'Vins et alcools Chevalier',
    place: 'Reims, France',
    itemCount: 27,
    assignee: null,
    tags: [],
    ...change,
  }
}

export const reimsAddress: Address = {
  name: 'Paul Henriot',
  company: 'Vins et alcools Chevalier',
  phone: '26.47.15.10',
  line1: "59 rue de l'Abbaye",
  line2: '',
  city: 'Reims',
  province: '',
  postcode: '51100',
  country: 'France',
}

/** A paid, unshipped order, as a user with the permission to ship sees it. */
export function sampleOrder(change: Partial<OrderView> = {}): OrderView {
  return {
    ...sampleRow(),
    version: 3,
    assigneeId: null,
    customerNumber: null,
    email: 'paul.henriot@vinet.example',
    phone: '26.47.15.10',
    note: '',
    shippingMethod: 'Federal Shipping',
    discountCode: '',
    subtotalMinor: 44_000,
    discountMinor: 0,
    shippingMinor: 3_238,
    taxMinor: 0,
    taxesIncluded: false,
    taxLines: [],
    shippingTaxRate: '0',
    shippingTaxMinor: 0,
    balanceMinor: 0,
    authorizedMinor: 0,
    refundPendingMinor: 0,
    disputeOpenMinor: 0,
    disputeLostMinor: 0,
    disputes: [],
    shippingRefundedMinor: 0,
    ownRefundLimitMinor: null,
    shippingAddress: reimsAddress,
    billingAddress: reimsAddress,
    cancelledAt: null,
    cancelReason: '',
    holdReason: '',
    holdUntil: '',
    isArchived: false,
    importedAt: now,
    lines: [
      {
        id: 'line-1',
        position: 1,
        sku: 'NW-011',
        name: 'Queso Cabrales',
        quantity: 12,
        shippedQuantity: 0,
        deliveredQuantity: 0,
        returnedQuantity: 0,
        requiresShipping: true,
        unitPriceMinor: 1_400,
        discountMinor: 0,
        totalMinor: 16_800,
        taxRate: '0',
        taxMinor: 0,
        isTaxDerived: true,
        refundedQuantity: 0,
        refundedMinor: 0,
      },
      {
        id: 'line-2',
        position: 2,
        sku: 'NW-072',
        name: 'Gift card',
        quantity: 1,
        shippedQuantity: 0,
        deliveredQuantity: 0,
        returnedQuantity: 0,
        requiresShipping: false,
        unitPriceMinor: 30_000,
        discountMinor: 2_800,
        totalMinor: 27_200,
        taxRate: '0',
        taxMinor: 0,
        isTaxDerived: true,
        refundedQuantity: 0,
        refundedMinor: 0,
      },
    ],
    payments: [
      {
        number: 'PY261125-00001',
        provider: 'Shopify Payments',
        reference: 'c10248.1',
        amountMinor: 47_238,
        capturedMinor: 47_238,
        subsidyMinor: 0,
        settlement: null,
        refundedMinor: 0,
        refundPendingMinor: 0,
        disputedMinor: 0,
        note: '',
        isRefundedByHand: true,
        capturedAt: now,
        entryNumber: 42,
      },
    ],
    refunds: [],
    shipments: [],
    returns: [],
    notes: [],
    attachments: [],
    events: [],
    actions: ['ship', 'hold'],
    unavailableActions: [
      { action: 'release', reason: 'status' },
      { action: 'cancel', reason: 'has-shipped' },
    ],
    ...change,
  }
}

/** The page data of `rows` for an owner. */
const emptyTabs = Object.fromEntries(
  Object.keys(ordersList.tabs).map((tab) => [tab, { exact: 0 }]),
) as OrdersView['tabs']

export function sampleView(rows: OrderRow[], change: Partial<OrdersView> = {}): OrdersView {
  return {
    rows,
    next: null,
    previous: null,
    count: { exact: rows.length },
    tabs: { ...emptyTabs, all: { atLeast: 10_000 }, toShip: { exact: 38 } },
    currencies: ['USD'],
    tags: [],
    columns: null,
    widths: {},
    density: 'comfortable',
    views: [],
    facets: { sources: [], methods: [], countries: [], skus: [], products: [] },
    assignees: [],
    queryErrors: [],
    searchError: null,
    order: null,
    neighbors: { previous: null, next: null },
    duplicates: [],
    earlier: null,
    customers: { ofOrder: null, ofList: null, other: null, erasure: null, credit: null },
    customerList: null,
    customerImports: null,
    openedBySearch: false,
    similar: [],
    imports: null,
    importUndo: null,
    canImport: true,
    carriers: [],
    canPrint: true,
    job: null,
    jobs: null,
    printable: null,
    ...change,
  }
}

/** A parcel with twelve items, which is on its way. */
export const sampleShipment = (change: Partial<ShipmentView> = {}): ShipmentView => ({
  number: 'SH261125-00001',
  carrier: 'DHL',
  trackingNumber: '',
  trackingUrl: null,
  status: 'shipped',
  shippedAt: now,
  deliveredAt: null,
  cancelledAt: null,
  cancelReason: '',
  itemCount: 12,
  actions: [],
  unavailableActions: [],
  ...change,
})

/** A refund of the sample order's payment that has succeeded. */
export const sampleRefund = (change: Partial<OrderView['refunds'][number]> = {}): OrderView['refunds'][number] => ({
  number: 'RF1',
  paymentNumber: 'PY261125-00001',
  provider: 'Shopify Payments',
  status: 'succeeded',
  amountMinor: 1_000,
  settlementMinor: 0,
  shippingMinor: 0,
  lines: [],
  reason: '',
  statusReason: '',
  reference: '',
  requestedBy: null,
  requestedAt: null,
  decidedBy: null,
  decidedAt: null,
  attempts: 0,
  refundedAt: now,
  returnedAt: null,
  paidThrough: '',
  entryNumber: null,
  actions: [],
  approvalBlocker: null,
  ...change,
})

/** A return of three of the first line, of which one arrived. */
export function sampleReturn(change: Partial<ReturnView> = {}): ReturnView {
  const id = sampleOrder().lines[0]?.id ?? ''
  return {
    number: 'RT261125-00001',
    status: 'received',
    reason: 'Too small',
    closingReason: '',
    requestedAt: now,
    lines: [{ id, quantity: 3, awaitedQuantity: 2 }],
    receipts: [{ lineId: id, quantity: 1, condition: 'damaged', restock: false, receivedAt: now }],
    actions: ['receiveReturn', 'completeReturn'],
    unavailableActions: [],
    ...change,
  }
}

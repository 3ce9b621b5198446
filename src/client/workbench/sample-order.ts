import type { EventView } from '#shared/events/views.ts'
import type { EditConflict } from '#shared/orders/merge-edits.ts'
import type { OrderNote } from '#shared/orders/annotation-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ShipmentView } from '#shared/orders/document-views.ts'

/** Parts of an order that does not exist, so actions on them fail. */

const hourMs = 3_600_000

export const sampleNotes = (now: number): OrderNote[] => [
  {
    id: '1',
    text: '送礼，不放价格单',
    author: '陈晨 Chen Chen',
    createdAt: now - hourMs,
    editedAt: null,
    struckBy: null,
    struckAt: null,
    actions: [],
  },
  {
    id: '2',
    text: 'Ship with the second parcel.',
    author: 'Lucy Grant',
    createdAt: now - 5 * hourMs,
    editedAt: now - 4 * hourMs,
    struckBy: '周敏 Zhou Min',
    struckAt: now - 2 * hourMs,
    actions: [],
  },
]

export const sampleShipments = (now: number): ShipmentView[] => [
  {
    number: 'SH260923-00031',
    carrier: '顺丰速运',
    trackingNumber: 'SF1390448201177',
    trackingUrl: null,
    status: 'delivered',
    shippedAt: now - 50 * hourMs,
    deliveredAt: now - 3 * hourMs,
    cancelledAt: null,
    cancelReason: '',
    itemCount: 2,
    actions: [],
    unavailableActions: [],
  },
  {
    number: 'SH260922-00017',
    carrier: '中通快递',
    trackingNumber: '',
    trackingUrl: null,
    status: 'cancelled',
    shippedAt: now - 70 * hourMs,
    deliveredAt: null,
    cancelledAt: now - 60 * hourMs,
    cancelReason: 'Returned by the carrier',
    itemCount: 1,
    actions: [],
    unavailableActions: [],
  },
]

type Refund = OrderView['refunds'][number]

export function sampleRefunds(now: number): Refund[] {
  const requested: Refund = {
    number: 'RF260925-00007',
    paymentNumber: 'PY260923-00057',
    provider: 'WeChat Pay',
    status: 'requested',
    amountMinor: 23_600,
    settlementMinor: 0,
    shippingMinor: 0,
    lines: [],
    reason: '茶杯破损',
    statusReason: '',
    reference: '',
    requestedBy: '陈晨 Chen Chen',
    requestedAt: now - hourMs,
    decidedBy: null,
    decidedAt: null,
    attempts: 0,
    refundedAt: null,
    returnedAt: null,
    paidThrough: '',
    entryNumber: null,
    actions: [],
    approvalBlocker: null,
    payoutBlocker: null,
  }
  const decided = { decidedBy: '李伟 Li Wei', decidedAt: now - hourMs, attempts: 1 }
  return [
    requested,
    { ...requested, ...decided, number: 'RF260924-00003', status: 'failed', statusReason: 'Declined by the bank' },
    { ...requested, ...decided, number: 'RF260924-00002', status: 'succeeded', refundedAt: now - hourMs },
  ]
}

export const sampleTotals = {
  currency: 'CNY',
  subtotalMinor: 74_160,
  discountMinor: 8240,
  discountCode: 'AUTUMN10',
  shippingMethod: '顺丰速运',
  shippingMinor: 1500,
  taxMinor: 0,
  taxLines: [],
  totalMinor: 75_660,
}

const line = { id: '1', name: '茶杯四件套 Tea cup set' }
export const sampleLineNames = new Map([[line.id, line.name]])
export const sampleQuantities = [
  { ...line, maximum: 2, defaultQuantity: 1 },
  { id: '2', name: '龙井茶 Longjing green tea, 100 g', maximum: 12, defaultQuantity: 0 },
]

export const sampleEdit = (now: number): EventView => ({
  id: '1',
  at: now - 2 * hourMs,
  action: 'order.edited',
  actor: 'Lucy Grant',
  objectType: 'order',
  objectId: '1',
  objectLabel: 'SO260923-00042',
  parameters: {},
  changes: [
    { field: `lines.${line.id}.quantity`, from: 1, to: 2 },
    { field: 'shippingAddress.line1', from: '911 Queen Street West', to: '911 Queen Street West, Unit 4' },
    { field: 'totalMinor', from: 50_060, to: 75_660 },
  ],
})

export const sampleConflicts: EditConflict[] = [
  { field: 'phone', base: '13800010008', mine: '13800010031', theirs: '13800010044' },
]

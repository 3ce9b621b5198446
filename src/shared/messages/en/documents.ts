import { formatCount } from '#shared/count.ts'

const counted = (value: number, one: string, many: string): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** Texts of printed documents. */
export const documents = {
  print: 'Print',
  order: 'Order',
  shopNumber: 'Shop no.',
  placed: 'Placed',
  printed: 'Printed',
  phone: 'Phone',
  item: 'Item',
  sku: 'SKU',
  quantity: 'Qty',
  reprint: 'Reprint',

  packingSlip: {
    title: 'Packing slip',
    titles: (count: number) => counted(count, 'packing slip', 'packing slips'),
    shipTo: 'Ship to',
    shippingMethod: 'Shipping',
    note: 'Note',
    itemCount: (count: number) => counted(count, 'item', 'items'),
    shippedBefore: (count: number) => `${formatCount(count)} shipped before`,
    nothingToShip: 'No items to ship',
  },
  pickList: {
    title: 'Pick list',
    summary: (orders: number, items: number) =>
      `${counted(orders, 'order', 'orders')}, ${counted(items, 'item', 'items')}`,
    orders: 'Orders',
    /** An order and how many of the items are for it. */
    part: (orderNumber: string, quantity: number) => `${orderNumber} × ${formatCount(quantity)}`,
    notIncluded: 'Not included',
    nothingToShip: 'Nothing to ship',
    nothingToPick: 'There is nothing to pick.',
  },
}

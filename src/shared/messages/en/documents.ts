import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'

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
  copy: 'Copy',
  seller: 'Seller',
  taxId: 'Tax ID',
  billTo: 'Bill to',
  issued: 'Date',
  forInvoice: 'Invoice no.',
  unitPrice: 'Unit price',
  discount: 'Discount',
  amount: 'Amount',
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'Tax',
  taxRate: 'Tax rate',
  taxIncluded: 'Tax included',
  taxAt: (tax: string, rate: string, net: string) => `${tax} ${rate}% on ${net}`,
  total: 'Total',
  bank: 'Payment details',

  invoice: {
    title: 'Invoice',
    titles: (count: number) => counted(count, 'invoice', 'invoices'),
    number: 'Invoice no.',
  },
  /** An invoice of what an order costs more than was invoiced. */
  supplement: { title: 'Supplementary invoice', of: 'In addition to' },
  creditNote: {
    title: 'Credit note',
    titles: (count: number) => counted(count, 'credit note', 'credit notes'),
    number: 'Credit note no.',
    total: 'Total credit',
    reasons: {
      shipping: 'Shipping',
      refund: 'Refund',
      cancellation: 'Order canceled',
      change: 'Order changed',
    },
  },

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

import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'

/** Texts of the dialogs that print, and of the seller’s details. */
export const printDialog = {
  title: (orderNumber: string) => `Print ${orderNumber}`,
  titleOfList: 'Print orders',
  text: 'The document opens in a new tab. Each print is added to the timeline of the order.',
  kind: 'Document',
  kinds: {
    'packing-slip': 'Packing slip',
    'pick-list': 'Pick list',
    'invoice': 'Invoice',
    'credit-note': 'Credit note',
  },
  paper: 'Paper',
  papers: { 'a4': 'A4', '80mm': '80 mm receipt' },
  language: 'Language',
  orders: (value: number) => `${counted(value, 'order', 'orders')}`,
  onlyFirst: (limit: number, count: string) => `The first ${formatCount(limit)} of ${count} orders in this view.`,
  printAll: (count: string) => `Print all ${count}`,
  none: 'No orders to print',
  noneText: 'Change the filter of the list, or select orders in it.',
  titleOfAll: (count: string) => `Print all ${count} orders that match`,
  textOfAll: (limit: number) =>
    `They are printed in the background, up to ${formatCount(limit)} orders per document. The next step shows the number of orders.`,
  preview: 'Preview',
  submit: 'Open document',
  missingPermission: "You don't have permission to print",
  /** Who sells, on invoices and credit notes. */
  seller: {
    title: 'Seller details',
    text: 'Printed on invoices and credit notes. Those already issued stay as they are.',
    named: (name: string) => `Invoices are issued by ${name.replace(/\.$/, '')}.`,
    missing: 'Invoices and credit notes need the seller’s details.',
    add: 'Add seller details',
    change: 'Change',
    name: 'Name',
    address: 'Address',
    taxId: 'Tax ID',
    bank: 'Payment details',
    bankHint: 'On invoices only, such as the bank account and the terms of payment.',
    footer: 'Footer',
    footerHint: 'The last lines, such as the company registration number.',
    submit: 'Save details',
    done: 'Seller details saved',
    missingPermission: "You don't have access to settings",
  },
}

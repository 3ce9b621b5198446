import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'

const orders = (value: number): string => counted(value, 'order', 'orders')
/** Nothing for 0. */
const countedIfAny = (value: number, one: string, many: string): string[] =>
  value === 0 ? [] : [counted(value, one, many)]

/** The customer in the panel of an order and above the list of their orders. */
export const customers = {
  reveal: 'Show personal data (will be logged)',
  revealed: 'The audit log records that you viewed this data.',
  noOtherOrders: 'No other orders',
  otherOrders: (value: number) => `${formatCount(value)} other ${value === 1 ? 'order' : 'orders'}`,
  allOrders: (value: number) => `All ${orders(value)}`,
  orders,
  spent: 'Spent',
  credit: { title: 'Store credit', history: 'History of store credit' },
  orderCount: 'Orders',
  firstOrder: 'First order',
  lastOrder: 'Latest order',
  erased: 'Personal data erased',
  erasedReminder: 'The personal data of this customer was erased at their request. Do not enter it again.',
  merged: (numbers: string) => `Includes ${numbers}`,
  more: 'Customer actions',
  actions: {
    editCustomer: 'Edit customer',
    payOutCredit: 'Pay out store credit',
    adjustCredit: 'Adjust store credit',
    mergeCustomer: 'Merge with another customer',
    eraseCustomer: 'Erase personal data',
  },
  profile: {
    newTitle: 'New customer',
    newText: 'Add a customer who has no order yet. A name, an email address or a phone number is enough.',
    create: 'Add customer',
    created: (customer: string) => `Customer ${customer} added`,
    editTitle: (customer: string) => `Edit customer ${customer}`,
    editText: 'Existing orders keep their names and addresses.',
    save: 'Save customer',
    saved: (customer: string) => `Customer ${customer} saved`,
    note: 'Note',
    acceptsMarketing: 'Email marketing',
    consents: { '': 'Not known', 'yes': 'Accepted', 'no': 'Not accepted' },
    marketing: (consent: string) => `Email marketing: ${consent}`,
    now: (value: string) =>
      value === '' ? 'Someone has cleared this field.' : `Someone has changed this to “${value}”.`,
  },
  newOrder: 'New order',
  merge: {
    title: (customer: string) => `Merge customer ${customer}`,
    text: 'When the same person ordered under two names or email addresses, merge them: all their orders are then listed together. Merging cannot be undone.',
    other: 'Other customer',
    otherHint: 'Email address, phone number or customer number (CU…)',
    find: 'Find customer',
    missing: (text: string) => `No customer has “${text}” as number, email address or phone number.`,
    same: 'This is the same customer. Enter another one.',
    erased: 'The personal data of this customer was erased.',
    kept: 'Kept',
    mergedInto: 'Merged into it',
    submit: 'Merge customers',
    change: 'Choose another one',
    done: (customer: string) => `Merged into customer ${customer}`,
  },
  erase: {
    title: (customer: string) => `Erase personal data of customer ${customer}`,
    text: 'Do this when a customer asks for it. It cannot be undone.',
    replaced: (value: number) =>
      `Erases from ${orders(value)}: name, company, email address, phone number, street, postal code and customer note, also in the history and in what was imported.`,
    deleted: (notes: number, files: number) =>
      `Deletes ${[countedIfAny(notes, 'note', 'notes'), countedIfAny(files, 'file', 'files')].flat().join(' and ')} that staff added.`,
    stays:
      'Keeps items, amounts, dates, city, province and country, payment references, tracking numbers, proofs of payment, and reasons that staff entered. Backups made until now still contain the data.',
    documents: (value: number) =>
      value === 1
        ? 'The invoice or credit note that was issued stays as it is, as the law requires.'
        : `${formatCount(value)} invoices and credit notes that were issued stay as they are, as the law requires.`,
    unfinished: 'First finish or cancel these orders and settle their balance:',
    hasCredit: 'Pay out or adjust the store credit of this customer first:',
    confirmation: (name: string, customer: string) =>
      name === '' ? `Type ${customer} to confirm` : `Type “${name}” or ${customer} to confirm`,
    submit: 'Erase personal data',
    keep: 'Keep data',
    done: (customer: string) => `Personal data of customer ${customer} erased`,
  },
}

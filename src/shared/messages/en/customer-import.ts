import { profileColumns } from '#shared/messages/en/profile-columns.ts'
import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'
import type { CustomerColumn } from '#shared/customers/import-mapping.ts'
import { tableMapping } from '#shared/messages/en/table-mapping.ts'

const customers = (count: number): string => counted(count, 'customer', 'customers')

/** The dialog that imports customers. */
export const customerImport = {
  button: 'Import',
  title: 'Import customers',
  text: 'Upload the customer export of your shop. The file is checked first without changing anything.',
  missingPermission: "You don't have permission to import customers",
  limits: (megabytes: number) =>
    `Customer export of Shopify, WooCommerce or Youzan (有赞), or any table with names, email addresses or phone numbers, CSV or XLSX, up to ${megabytes} MB`,
  hint: 'Customers are matched by their ID in the shop, then by email address, then by phone number. Importing the same file again changes nothing. Existing orders keep their names and addresses.',
  importCount: (count: number) => `Import ${customers(count)}`,
  nothing: 'Nothing to import',
  again: 'Choose the file again to import it.',
  read: 'Customers in file',
  sample: 'First customers of the file',
  sampleColumns: { name: 'Name', email: 'Email', phone: 'Phone', city: 'City' },
  refusedCustomers: 'Rejected customers',
  customer: 'Customer',
  mapping: {
    ...tableMapping,
    title: 'Columns',
    text: 'Choose what each column contains. Your choice is remembered for files with the same headings. Each row is one customer.',
    source: 'Where the customers come from',
    sourceHint: 'A short name in lower case, such as etsy. It identifies the customers together with their IDs.',
    columns: {
      name: 'Name',
      firstName: 'First name',
      lastName: 'Last name',
      ...profileColumns,
      acceptsMarketing: 'Email marketing (yes or no)',
      externalId: 'ID in the shop',
    } satisfies Record<CustomerColumn, string>,
  },
  historyColumns: { file: 'File', started: 'Started', result: 'Result', actions: 'Actions' },
  result: (created: number, updated: number) =>
    [`${formatCount(created)} new`, ...(updated > 0 ? [`${formatCount(updated)} updated`] : [])].join(', '),
  running: 'Not finished',
  undone: 'Undone',
  show: 'Show only these',
  undo: 'Undo',
  undoTitle: (number: string) => `Undo import ${number}`,
  undoText: (count: number) =>
    `Removes ${customers(count)}. Customers edited since are kept. Customers with orders stay, without the imported details.`,
  keep: 'Keep customers',
}

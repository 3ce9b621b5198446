import { csvRecordMaxLength } from '#shared/constants.ts'
import { formatCount } from '#shared/count.ts'
import { orderExportColumns } from '#shared/orders/export-formats.ts'
import { monthName } from '#shared/messages/en/month-name.ts'
import type { Permission } from '#shared/permissions.ts'
import { permissions } from '#shared/messages/en/permissions.ts'
import type { ProblemParameters, MessageTemplate } from '#shared/problem.ts'

const namePermission = (permission: string | number | undefined): string => permissions[permission as Permission]

/** Error messages of fields from actions, by reason code: only the server uses these texts. */
export const fieldAnswers = {
  'confirmation': 'This is neither the name nor the number of the customer.',
  'unstorable-text': 'Remove the characters that cannot be stored: U+0000 and halves of surrogate pairs.',
  'other-total': ({ total }: ProblemParameters) => `The order adds up to ${total} in minor units.`,
  'tax-and-rate': 'The tax follows from the rate. Leave one of them empty.',
  'refund-disputed': ({ maximum, disputes, disputed }: ProblemParameters) =>
    `${disputed} of the payment is in a chargeback (${disputes}). ${maximum ? `At most ${maximum} can be refunded.` : 'Nothing is left to refund.'}`,
  'other-tax': ({ tax }: ProblemParameters) => `The tax lines must add up to the tax, ${tax} in minor units.`,
  'above-total': 'The tax is higher than the total. Enter a lower tax.',
  'above-price': 'The discount is higher than the price. Enter a lower discount.',
  'amounts-too-large': 'This makes the order too large. Enter a lower amount or quantity.',
  'refund-too-high': ({ maximum }: ProblemParameters) =>
    maximum ? `At most ${maximum} can be refunded.` : 'Nothing is left to refund.',
  'in-future': 'Enter a time in the past.',
  'password-wrong': 'This password is incorrect.',
  'code-wrong': 'This code is not valid, or it was used before. Enter the newest one.',
  'totp-setup-expired': 'The setup took too long. Reload the page and scan the new QR code.',
  'password-unchanged': 'This is your current password. Choose another one.',
  'export-columns': `Enter column names separated by commas, each name once. Columns: ${orderExportColumns.join(', ')}.`,
  'search-not-understood': 'This search could not be understood',
  'unknown-filter': ({ text, values }: ProblemParameters) =>
    `“${text}” is not a filter. Filters: ${values}. To search for the text itself, put it in quotes.`,
  'unknown-filter-value': ({ text, values }: ProblemParameters) =>
    `“${text}” has a value that the filter does not know. Values: ${values}.`,
  'filter-text': ({ text, values }: ProblemParameters) =>
    `“${text}” has no value to search for. Type ${values}: and 1 to 60 characters after it.`,
  'filter-currency': ({ text, values }: ProblemParameters) =>
    `“${text}” has no currency code. Type one such as ${values}:CNY or ${values}:USD.`,
  'unknown-currency': ({ value }: ProblemParameters) =>
    `“${value}” is not a currency code. Type one such as CNY or USD.`,
  'unknown-person': ({ value }: ProblemParameters) =>
    `No one is called “${value}”. Type a name, an email address, or me for yourself.`,
  'unknown-role': ({ value, values }: ProblemParameters) => `There is no role “${value}”. Roles: ${values}.`,
  'unknown-source': ({ value, values }: ProblemParameters) => `No order comes from “${value}”. Sources: ${values}.`,
  'unknown-method': ({ value, values }: ProblemParameters) => `No order was paid with “${value}”. Methods: ${values}.`,
  'unknown-country': ({ value }: ProblemParameters) =>
    `“${value}” is not a country, and no order goes there. Type a code such as CN, or a name.`,
  'unknown-account': ({ value }: ProblemParameters) => `There is no account “${value}”. Type the code of an account.`,
  'unknown-channel': ({ value, values }: ProblemParameters) => `There is no channel “${value}”. Channels: ${values}.`,
  'unknown-import': ({ value }: ProblemParameters) => `There is no import ${value}.`,
  'filter-takes-one': ({ text }: ProblemParameters) => `“${text}” takes one value only.`,
  'filter-other-currency': ({ text, currency }: ProblemParameters) =>
    `“${text}” lists only orders in ${currency}, but another currency is chosen as well. Remove one of them.`,
  'filter-not-excludable': ({ text }: ProblemParameters) => `“${text}” cannot be excluded. Remove the minus sign.`,
  'too-many-exclusions': ({ maximum }: ProblemParameters) => `Exclude ${maximum} values or fewer.`,
  'amount-bound': 'Enter an amount such as 100 or 9.50.',
  'limit-reached': ({ maximum }: ProblemParameters) => `The maximum of ${maximum} is reached.`,
  'too-many-views': ({ maximum }: ProblemParameters) => `You have ${maximum} views. Remove one first.`,
  'too-many-shared-views': ({ maximum }: ProblemParameters) =>
    `${maximum} views are shared. Remove one, or save this one for yourself.`,
  'view-exists': 'A view has this name already. Choose another name.',
  'view-query': 'Choose a filter first.',
  'exclusion': 'Enter a filter and a value of this list, such as tag:vip.',
  'search-cut':
    'More than 300 entries match this search, so not all of them would be in the file. Add a word or choose days, then export again.',
  'search-too-long': 'This search took too long. Type more letters or add a word.',
  'file-too-large': ({ limit }: ProblemParameters) => `Choose a file of ${limit} MB or less.`,
  'too-many-files': ({ maximum }: ProblemParameters) => `At most ${maximum} files can be attached.`,
  'entry-template': 'Choose a template, or post the entry without one.',
  'currency-of-file': 'The file does not say in which currency its amounts are. Enter it, such as CNY.',
  'file-empty': 'This file is empty. Choose another one.',
  'too-long-ago': 'Check the year: times before 2000 are not accepted.',
  'before-shipped': 'Enter a time after the parcel was shipped.',
  'no-quantity': 'Enter a quantity for at least one item.',
  'customer-name': 'Enter a name, an email address or a phone number.',
  'contact-of-customer': ({ number }: ProblemParameters) =>
    `Customer ${number} already has this. Edit that customer, or merge both afterwards.`,
  'unknown-customer': 'No customer has this number, email address or phone number.',
  'same-customer': 'This is the same customer. Enter another one.',
  'erased-customer': 'The personal data of this customer was erased.',
  'future-day': 'There are no rates of days in the future.',
  'rate-file-headings':
    'The first row must have a heading for the date and one for each currency, such as Date, USD, CNY.',
  'rate-file-line': ({ line, column }: ProblemParameters) =>
    `Line ${line}, column ${column}: this is not a day or a rate. Nothing was imported.`,
  'rate-file-day': ({ line, day }: ProblemParameters) =>
    `Line ${line}: ${day} is in the file twice. Nothing was imported.`,
  'rate-file-text': 'This is not a CSV file in UTF-8. Save the file as CSV UTF-8, then import it again.',
  'rate-file-empty':
    'The file has no rates of currencies that your accounts have. Choose a file with a column for one of them.',
  'carrier-exists': 'A carrier with this name already exists.',
  'missing-restocked': 'Missing items cannot go back into stock.',
  'not-after-today': 'Choose a day after today.',
  'amount-or-percentage': ({ example }: ProblemParameters) =>
    `Enter an amount such as ${example}, or a percentage such as 10%.`,
  'idempotency-key': 'Use 1 to 255 visible ASCII characters.',
  'below-done': ({ minimum }: ProblemParameters) => `${minimum} shipped or refunded. Enter ${minimum} or more.`,
  'in-documents': 'This item is part of a shipment or refund. It cannot be removed.',
  'total-below-refunded': ({ amount }: ProblemParameters) => `${amount} was refunded. The total cannot be lower.`,
  'no-invoice': ({ number }: ProblemParameters) => `${number} has no invoice and cannot get one in its status.`,
  'no-credit-note': ({ number }: ProblemParameters) =>
    `${number} has nothing to credit: it has no invoice, or all of it is unpaid.`,
  'no-seller': 'Enter the seller’s details first.',
  'no-such-order': ({ number }: ProblemParameters) => `Order ${number} does not exist.`,
  'ledger-account-archived': 'This account is archived. Choose another one.',
  'month': 'Enter a month like 2026-02.',
  'warnings-need-reason': 'Say why the month is closed with these warnings.',
  'day-in-future': 'Enter today or an earlier day.',
  'month-closed': ({ month }) =>
    `${monthName(String(month))} is closed. Enter a later day, or ask to reopen the month.`,
  'above-zero': 'Enter an amount above zero.',
  'above-payment': ({ maximum }: ProblemParameters) => `The payment is only ${maximum}.`,
  'dispute-too-high': ({ maximum, payment }: ProblemParameters) =>
    `At most ${maximum} of ${payment} can be charged back. The rest was refunded, is about to be, or has a chargeback already.`,
  'dispute-known': ({ number, order }: ProblemParameters) =>
    `This chargeback is already recorded as ${number} of ${order}.`,
  'dispute-store-credit': 'This payment was made with store credit, so no provider can take it back.',
  'store-credit-account': 'Store credit belongs to a customer. Adjust it or pay it out on the page of the customer.',
  'not-a-store-credit-line': 'Only lines on the account of store credit name a customer.',
  'one-customer-only': 'An entry moves the store credit of one customer.',
  'credit-pays-out': 'Choose an account that holds your money: a bank account or cash.',
  'credit-is-adjusted':
    'Choose an account that holds no money. To send money to the customer, pay the store credit out.',
  'above-balance': ({ maximum }: ProblemParameters) => `The customer has ${maximum} of store credit.`,
  'above-store-credit': ({ maximum }: ProblemParameters) => `At most ${maximum} can be paid with store credit.`,
  'not-with-store-credit': 'Leave this empty for a payment with store credit.',
  'store-credit-customer': 'This order has no customer who could have store credit.',
  'before-refund': 'Enter a time after the refund was paid.',
  'before-dispute': 'Enter a time after the chargeback was opened.',
  'other-currency': 'Choose a currency other than that of the order.',
  'above-authorized': ({ maximum }: ProblemParameters) => `At most ${maximum} is authorized.`,
  'duplicate-sku': 'This SKU is already in the list.',
  'password-common': 'This password is too common. Choose another one.',
  'password-breached': 'This password is known from a data breach. Choose another one.',
  'email-taken': 'An account with this email already exists.',
  'role-exists': 'A role with this name already exists.',
  'no-permissions': 'Choose at least one permission.',
  'permission-requires': ({ permission, required }: ProblemParameters) =>
    `“${namePermission(permission)}” needs “${namePermission(required)}”.`,
  'limit-above-own': 'You can only set limits up to your own. Enter a lower amount, or 0.',
  'role-above-own': 'You can only assign roles with fewer permissions than your own.',
  'not-for-tokens': 'A token cannot have this permission.',
  'webhooks-full': ({ maximum }: ProblemParameters) =>
    `There are already ${maximum} webhooks. Delete one to add another.`,
  'above-own': 'You can only grant permissions that you have.',
  'webhook-url': 'Enter a URL like https://example.com/webhooks, without a user name and password.',
  'webhook-https': 'Enter a URL that begins with https://.',
  'webhook-private':
    'This address is private, so nothing is sent to it. Enter another one, or ask your system administrator to allow it.',
  'no-topics': 'Choose at least one event.',
  'network': 'Enter IP addresses or networks, such as 203.0.113.7 or 10.0.0.0/8.',
  'sessions-required': 'Select at least one session.',
  'orders-required': 'Select at least one order.',
  'job-too-large': ({ maximum }: ProblemParameters) =>
    `At most ${Number(maximum).toLocaleString('en')} orders can be changed at once. Narrow the filter.`,
  'row-order-missing': ({ line }: ProblemParameters) => `Line ${line}: the order number is missing.`,
  'row-order-unknown': ({ line, order }: ProblemParameters) => `Line ${line}: there is no order “${order}”.`,
  'row-order-ambiguous': ({ line, order }: ProblemParameters) =>
    `Line ${line}: several orders have the number “${order}”. Use the order number that starts with SO.`,
  'row-repeated': ({ line, earlier }: ProblemParameters) => `Line ${line}: this order is already on line ${earlier}.`,
  'row-carrier-missing': ({ line }: ProblemParameters) => `Line ${line}: the carrier is missing.`,
  'row-cells': ({ line }: ProblemParameters) => `Line ${line}: use three columns: order, carrier, tracking number.`,
  'row-length': ({ line }: ProblemParameters) =>
    `Line ${line}: the row has more than ${formatCount(csvRecordMaxLength)} characters. Shorten it, or close a quotation mark that is open.`,
  'row-text': ({ line }: ProblemParameters) =>
    `Line ${line}: use at most 60 characters in each column, and no invisible ones.`,
  'row-rounded': ({ line, value }: ProblemParameters) =>
    `Line ${line}: “${value}” was rounded by a spreadsheet program. Format the column as text and enter the whole number.`,
  'column-of-file': ({ headings }: ProblemParameters) =>
    headings === ''
      ? 'The file has no headings.'
      : `This column was not found. The file has: ${headings}. Enter one of them.`,
  'table-of-file': 'This file cannot be read as a table. Save it as CSV UTF-8 or XLSX.',
  'sheets-of-file':
    'The table is in several sheets of the workbook. Save each sheet as a file of its own, or delete those that are not meant.',
  'file-without-rows': 'The file has no rows with orders.',
  'users-required': 'Select at least one account.',
  'email-invited': 'This email already has an open invitation. Send it again instead.',
  'email-of-invitation': 'Use the email that was invited.',
} satisfies Record<string, MessageTemplate>

import type { AccountRole, AccountType } from '#shared/finance/ledger.ts'
import { common } from '#shared/messages/en/common.ts'
import { providerName } from '#shared/messages/en/finance.ts'

const roles: Record<AccountRole, string> = {
  cash: 'Cash',
  bank: 'Bank account',
  transit: 'Cash in transit',
  wallet: 'Payment wallet',
  clearing: 'Clearing',
  receivable: 'Accounts receivable',
  other_receivable: 'Other receivables',
  dispute: 'Disputes receivable',
  shortage: 'Shortages to clear',
  other_asset: 'Other asset',
  loan: 'Loan',
  payable: 'Accounts payable',
  deposit: 'Customer deposits',
  salaries_payable: 'Salaries payable',
  tax: 'Tax payable',
  other_payable: 'Other payables',
  refund_due: 'Refunds payable',
  suspense: 'Suspense',
  opening: 'Opening balances',
  profit: 'Profit for the year',
  conversion: 'Currency conversion',
  sales: 'Sales',
  discount: 'Discounts',
  returns: 'Returns',
  shipping: 'Shipping income',
  other_income: 'Other income',
  exchange_gain: 'Exchange gain',
  promotion: 'Promotion',
  commission: 'Commission',
  carrier_cost: 'Carrier costs',
  other_expense: 'Other expense',
  rent: 'Rent',
  salaries: 'Salaries',
  provider_fee: 'Payment provider fees',
  bank_fee: 'Bank fees',
  exchange_loss: 'Exchange loss',
  rounding: 'Rounding',
  chargeback_loss: 'Chargeback loss',
  bad_debt: 'Bad debt',
}

/** Short names for narrow columns; roles without one keep their name. */
const short: Partial<Record<AccountRole, string>> = {
  receivable: 'Receivable',
  deposit: 'Deposits',
  tax: 'Tax',
  refund_due: 'Refunds due',
  shipping: 'Shipping',
}

const types: Record<AccountType, string> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
}

/** What an account is called: by staff, or by the chart. */
export interface NamedAccount {
  role: AccountRole
  provider: string
  name?: string
  nameZh?: string
}

/** The texts of the tabs and dialogs of 财务明细. */
export const ledger = {
  roles,
  types,
  accountName: ({ role, provider, name, nameZh }: NamedAccount): string => {
    if (name || nameZh) return name || nameZh || ''
    if (role !== 'clearing') return roles[role]
    return provider ? `${providerName(provider)}, clearing` : roles.clearing
  },
  accountShort: ({ role, provider, name, nameZh }: NamedAccount): string => {
    if (name || nameZh) return name || nameZh || ''
    return role === 'clearing' ? providerName(provider) || roles.clearing : (short[role] ?? roles[role])
  },

  tabs: { flow: 'Cash flow', accounts: 'Accounts' },

  manual: {
    open: 'New entry',
    postTitle: 'New entry',
    postText: 'Debits and credits must be equal in each currency. An entry cannot be edited once it is posted.',
    post: 'Post entry',
    posted: (number: number) => `Entry ${number} posted`,
    memo: 'Reason',
    memoHint: 'What this entry is for. It stays with the entry.',
    lines: 'Postings',
    line: (position: number) => `Posting ${position}`,
    addLine: 'Add posting',
    removeLine: (position: number) => `Remove posting ${position}`,
    choose: 'Choose an account',
    preview: 'Balances before and after',
    before: 'Balance now',
    after: 'Balance after',
    difference: (amount: string, currency: string) => `Debits and credits in ${currency} differ by ${amount}`,
    reverse: 'Reverse entry',
    reverseTitle: (number: number) => `Reverse entry ${number}?`,
    reverseText: 'Posts the opposite of each posting, today. Both entries stay.',
    reverseHint: 'Why the entry was wrong.',
    reversed: (number: number) => `Entry ${number} reversed`,
    correct: 'Reverse and post',
    correctTitle: (number: number) => `Correct entry ${number}`,
    correctText: (number: number) => `Reverses entry ${number} today and posts this one in its place, both or neither.`,
    reverseAction: 'Reverse…',
    correctAction: 'Correct…',
    reversedBy: (number: number) => `Reversed by entry ${number}`,
    reverses: (number: number) => `Reverses entry ${number}`,
    cancel: 'Cancel',
  },

  groups: {
    label: 'Group by',
    names: {
      none: 'Entries',
      day: 'Day',
      week: 'Week',
      month: 'Month',
      quarter: 'Quarter',
      year: 'Year',
      kind: 'Kind',
      account: 'Account',
    },
    heads: {
      day: 'Day',
      week: 'Week',
      month: 'Month',
      quarter: 'Quarter',
      year: 'Year',
      kind: 'Kind',
      account: 'Account',
    },
    table: (name: string) => `Cash flow by ${name.toLowerCase()}`,
    transfers: 'Transfers',
    none: 'No income or expense',
    noneHint: 'Choose another period, or remove a filter.',
    cut: (count: number) => `The newest ${count}. Choose a shorter period to see the others.`,
    /** `month` is 1 to 12. */
    units: {
      week: (year: number, week: number) => `Week ${week}, ${year}`,
      month: (year: number, month: number) => `${common.months[month - 1]} ${year}`,
      quarter: (year: number, quarter: number) => `Q${quarter} ${year}`,
      year: (year: number) => String(year),
    },
    before: (days: string) => `vs. ${days}`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
  },

  export: {
    columns: {
      entry: 'Entry',
      accountingDay: 'Accounting day',
      occurredAt: 'Occurred at (UTC)',
      kind: 'Kind',
      description: 'Description',
      order: 'Order',
      payment: 'Payment',
      refund: 'Refund',
      account: 'Account',
      accountName: 'Account name',
      currency: 'Currency',
      debit: 'Debit',
      credit: 'Credit',
      postedBy: 'Posted by',
      postedAt: 'Posted at (UTC)',
      source: 'Source',
      key: 'Idempotency key',
      hash: 'Hash',
    },
    open: 'Export',
    title: 'Export entries',
    text: 'The entries that the filter shows, oldest first. The export is recorded in the audit log.',
    format: 'File',
    journalTitle: 'Journal for another program',
    journalText:
      'All entries of the days in every currency, with opening balances and the balance of every account at the end of each month.',
    dialect: 'Program',
    download: 'Download',
    close: 'Close',
    formats: { excel: 'CSV for Excel', csv: 'CSV', json: 'JSON' },
    dialects: { hledger: 'hledger, ledger', beancount: 'beancount' },
  },

  accounts: {
    list: 'Accounts',
    columns: { account: 'Account', type: 'Type', moved: 'Last movement', debit: 'Debit', credit: 'Credit' },
    trialBalance: (currency: string) => `Trial balance ${currency}`,
    balanced: 'Balanced',
    different: (amount: string) => `Debits and credits differ by ${amount}`,
    none: 'No accounts yet',
    noneHint: 'Accounts appear with the first payment of an order. You can also add your bank accounts now.',
    archived: 'Archived',
    never: 'Never',

    add: 'Add account',
    addTitle: 'Add account',
    addText: 'Its number in the chart of accounts and its currency cannot be changed later.',
    role: 'Purpose',
    currency: 'Currency',
    name: 'Name',
    nameZh: 'Name in Chinese',
    nameHint: 'For example, the bank and the last digits of the account number.',
    added: (name: string) => `${name} added`,
    rename: 'Rename',
    renameTitle: (code: string) => `Rename account ${code}`,
    renameText: 'Leave both names empty to use the name from the chart of accounts.',
    renamed: 'Account renamed',
    save: 'Save',
    cancel: 'Cancel',
    archive: 'Archive',
    archiveHint: 'Nothing can be posted to an archived account. Its entries stay.',
    archiveDone: (name: string) => `${name} archived`,
    unarchive: 'Reopen',
    unarchiveDone: (name: string) => `${name} reopened`,

    missing: (code: string) => `Account ${code} not found`,
    missingHint: 'Accounts are never deleted. Check the number in the URL.',
    back: 'Accounts',
    postings: 'Postings',
    postingColumns: {
      entry: 'Entry',
      occurred: 'Date',
      kind: 'Kind',
      memo: 'Description',
      counter: 'Counter account',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance',
    },
    opening: 'Opening balance',
    debits: 'Debits',
    credits: 'Credits',
    change: 'Change',
    closing: 'Closing balance',
    noPostings: 'No postings in this period',
    noPostingsHint: 'Choose another period to see more.',
    openingShort: 'Opening',
    plusChange: '+ Change',
    count: (n: string, one: boolean) => `${n} ${one ? 'posting' : 'postings'}`,
  },
}

/** The dialog that pays store credit out or adjusts it. */
export const storeCredit = {
  balance: 'Store credit:',
  amount: 'Amount',
  change: 'Change',
  give: 'Give store credit',
  take: 'Take store credit back',
  payOut: {
    title: (customer: string) => `Pay out the store credit of ${customer}`,
    text: 'Send the money first, then record it here. The bank statement line is later matched with this entry.',
    account: 'Paid from',
    noAccount: 'Add a bank account in 财务明细 first.',
    reason: 'Reference',
    reasonHint: 'The transfer number or other evidence.',
    submit: 'Record payout',
  },
  adjust: {
    title: (customer: string) => `Adjust the store credit of ${customer}`,
    text: 'For goodwill, and for store credit that was recorded elsewhere before.',
    account: 'Offset account',
    reason: 'Reason',
    reasonHint: 'Others see it with the entry.',
    submit: 'Adjust store credit',
  },
  done: (customer: string) => `The store credit of ${customer} has changed.`,
  requested: 'Someone else has to approve it in 财务明细.',
}

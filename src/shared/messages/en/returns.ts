import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'

/** Texts of returns: what customers send back. */
export const returns = {
  title: 'Returns',
  summary: (returnNumber: string, items: number) => `${returnNumber} · ${counted(items, 'item', 'items')} · requested`,
  line: (quantity: number, name: string) => `${formatCount(quantity)} × ${name}`,
  received: (quantity: number, condition: string, restock: boolean) =>
    ` · ${formatCount(quantity)} ${condition.toLowerCase()}${restock ? ', restocked' : ''}`,
  conditions: { new: 'New', used: 'Used', damaged: 'Damaged', missing: 'Missing' },
  closedBecause: (reason: string) => `Closed: ${reason}`,
  actionsOf: (returnNumber: string) => `Actions for ${returnNumber}`,
  refund: 'Refund these items…',
  actions: {
    approveReturn: 'Approve',
    rejectReturn: 'Reject…',
    receiveReturn: 'Receive items…',
    completeReturn: 'Complete',
    cancelReturn: 'Cancel return…',
  },
  done: {
    approveReturn: (returnNumber: string) => `${returnNumber} approved.`,
    completeReturn: (returnNumber: string) => `${returnNumber} completed.`,
  },
  request: {
    title: (orderNumber: string) => `Start a return for ${orderNumber}`,
    text: 'Choose what the customer wants to return, and enter the reason.',
    items: 'Items to return',
    approve: 'Approve now',
    approveHint: 'Otherwise the request waits for approval.',
    submit: 'Start return',
    done: (orderNumber: string) => `Return for ${orderNumber} started.`,
  },
  receive: {
    title: (returnNumber: string) => `Receive items of ${returnNumber}`,
    text: 'Enter what arrived and in which condition. Enter 0 for items still on their way.',
    quantity: (awaited: number) => `Quantity, of ${formatCount(awaited)}`,
    condition: 'Condition',
    restock: 'Back into stock',
    submit: 'Receive items',
    done: (returnNumber: string) => `Items of ${returnNumber} received.`,
  },
  close: {
    keep: 'Keep return',
    rejectReturn: {
      title: (returnNumber: string) => `Reject return ${returnNumber}?`,
      text: 'The customer keeps the items.',
      submit: 'Reject return',
      done: (returnNumber: string) => `${returnNumber} rejected.`,
    },
    cancelReturn: {
      title: (returnNumber: string) => `Cancel return ${returnNumber}?`,
      text: 'The customer does not send anything back.',
      submit: 'Cancel return',
      done: (returnNumber: string) => `${returnNumber} canceled.`,
    },
  },
}

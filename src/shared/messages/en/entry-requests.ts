import type { EntryRequestView } from '#shared/finance/entry-requests.ts'

/** The texts of entries that need a second person. */
export const requests = {
  waiting: 'Entries to approve',
  waitingHint: (name: string, time: string) => `Requested by ${name}, ${time}`,
  ownHint: (time: string) => `Requested by you, ${time}. Someone else approves it.`,
  title: 'Entry request',
  missing: 'Request not found',
  missingHint: 'Check the link, or ask who sent it to you.',
  statuses: {
    requested: 'Waiting for approval',
    posted: 'Approved and posted',
    declined: 'Rejected',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  } satisfies Record<EntryRequestView['status'], string>,
  details: 'Request',
  requestedBy: 'Requested by',
  requestedAt: 'Requested at',
  expiresAt: 'Expires',
  day: 'Accounting day',
  dayOfApproval: 'Day of the approval',
  decidedBy: 'Decided by',
  decidedAt: 'Decided at',
  reason: 'Why it was rejected',
  corrects: (number: number) => `Reverses and replaces entry ${number}`,
  reverses: (number: number) => `Reverses entry ${number}`,
  matchedLine: 'Matches a line of a statement',
  undoneLine: 'Undoes the match of a line of a statement',
  entry: (number: number) => `Posted as entry ${number}`,

  approve: 'Approve and post',
  approved: (number: number | null) => `Entry ${number ?? ''} posted`,
  decline: 'Reject…',
  declineTitle: 'Reject request',
  declineReason: 'Reason',
  declined: 'Request rejected',
  withdraw: 'Withdraw request',
  withdrawn: 'Request withdrawn',
  own: 'You requested this entry. Someone else has to approve it.',

  files: {
    title: 'Files',
    open: 'Attach file…',
    label: 'File',
    hint: (megabytes: number, files: number) =>
      `Invoice, contract or receipt, up to ${megabytes} MB, ${files} files at most. A file cannot be removed later.`,
    attach: 'Attach file',
    attached: 'File attached',
    show: (name: string) => `Open ${name}`,
  },

  request: 'Request approval',
  requested: 'Approval requested',
  needsApproval: 'Someone else has to approve this entry before it is posted.',
  aboveLimit: 'If it is above your limit, request approval instead.',
}

import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'
import type { ImportUndoBlocker, ImportUndoRefusal } from '#shared/orders/import-undo.ts'

const orders = (value: number): string => counted(value, 'order', 'orders')

/** Why an import cannot be undone, and what to do. */
export const importUndoRefusals: Record<ImportUndoRefusal | 'blocked', string> & Record<string, string> = {
  running: 'The import is still running. Wait until it finishes, or cancel its job.',
  updated: 'It also updated existing orders, which cannot be undone.',
  undone: 'It has already been undone.',
  undoing: 'It is already being undone.',
  empty: 'It created no orders.',
  blocked: 'Some of its orders have been changed since. The import page lists them.',
}

/** Texts of the dialog that undoes an import of orders. */
export const importUndo = {
  title: (file: string) => `Undo the import of ${file}`,
  refusals: importUndoRefusals,
  willRemove: (value: number) => `${orders(value)} will be removed:`,
  sum: (value: number, total: string) => `${orders(value)}, ${total} in total`,
  entries: (value: number) =>
    value === 0
      ? 'No ledger entries were posted for them.'
      : `${counted(value, 'ledger entry is', 'ledger entries are')} reversed, each on its own day, so accounts and reports are the same as before the import.`,
  consequences:
    'The orders, their payments and their shipments disappear from lists, searches and figures. The audit log keeps a record of them. Afterwards you can import the same orders again.',
  final: 'These orders cannot be changed until the undo is finished, and the undo cannot be canceled.',
  blocked: 'Some of these orders have been changed since the import.',
  blockedText: 'An import is undone as a whole or not at all.',
  blockers: {
    'changed': (value: number) =>
      value === 1
        ? '1 order was changed: edited, paid, shipped, printed, or given a note, tag, file or assignee.'
        : `${formatCount(value)} orders were changed: edited, paid, shipped, printed, or given notes, tags, files or assignees.`,
    'matched': (value: number) =>
      `${counted(value, 'order has a ledger entry that is', 'orders have ledger entries that are')} matched with a statement. Undo the match first.`,
    'closed-month': (value: number) =>
      `${counted(value, 'order has a ledger entry', 'orders have ledger entries')} in a month that was closed or reopened since.`,
  } satisfies Record<ImportUndoBlocker, (value: number) => string>,
  examples: 'For example:',
  confirm: (value: number) => `Remove ${orders(value)}`,
  continue: 'Continue',
  missing: 'Import not found',
  missingText: 'Open the list of earlier imports to choose one.',
  cancel: 'Cancel',
  close: 'Close',
  showJob: 'Show progress',
  missingPermission: "You don't have permission to undo imports",
}

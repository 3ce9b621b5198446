/** The undo of an import of orders: it removes all of them, as long as nothing was done with any of them since. */

/** Why an import as such cannot be undone. */
export const importUndoRefusals = ['running', 'updated', 'undone', 'undoing', 'empty'] as const
export type ImportUndoRefusal = (typeof importUndoRefusals)[number]

/**
 * What keeps an order from being removed: something was done with it, an entry of it is matched with a statement, or an entry could not be reversed on its
 * own day.
 */
export const importUndoBlockers = ['changed', 'matched', 'closed-month'] as const
export type ImportUndoBlocker = (typeof importUndoBlockers)[number]

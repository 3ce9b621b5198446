import type { Transaction } from '#server/db/database.ts'

const callbacksByTransaction = new WeakMap<Transaction, (() => void)[]>()

/** Calls back once the transaction is committed; not at all when it is rolled back. The callback must not throw. */
export function afterCommit(transaction: Transaction, callback: () => void): void {
  const callbacks = callbacksByTransaction.get(transaction)
  if (callbacks) callbacks.push(callback)
  else callbacksByTransaction.set(transaction, [callback])
}

/** Runs `work` with `execute`, which may repeat it, and then the callbacks of the attempt that was committed. */
export async function withCommitCallbacks<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  execute: (work: (transaction: Transaction) => Promise<Result>) => Promise<Result>,
): Promise<Result> {
  let lastAttempt: Transaction | undefined
  const result = await execute((transaction) => {
    lastAttempt = transaction
    return work(transaction)
  })
  for (const callback of (lastAttempt && callbacksByTransaction.get(lastAttempt)) ?? []) callback()
  return result
}

/** The listeners of a store; `subscribe` returns a function that unsubscribes, as `useSyncExternalStore` expects. */
export function createListeners<Values extends unknown[] = []>() {
  const listeners = new Set<(...values: Values) => void>()
  return {
    subscribe(this: void, listener: (...values: Values) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(this: void, ...values: Values): void {
      for (const listener of listeners) listener(...values)
    },
  }
}

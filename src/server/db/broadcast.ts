import type { Database } from '#server/db/database.ts'

/** Messages within this process, for a database that only one process opens. */
export function createLocalBroadcast(): Pick<Database, 'broadcast' | 'listen'> {
  const listeners: ((message: string) => void)[] = []
  return {
    broadcast: async (message) => {
      for (const listener of listeners) listener(message)
    },
    listen: async (listener) => void listeners.push(listener),
  }
}

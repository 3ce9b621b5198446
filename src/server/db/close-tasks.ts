/** Closes a database after the tasks that still need it, which run concurrently. */
export function createCloseTasks(close: () => Promise<void>): {
  beforeClose: (task: () => Promise<void>) => void
  close: () => Promise<void>
} {
  const tasks: (() => Promise<void>)[] = []
  return {
    beforeClose: (task) => void tasks.push(task),
    close: async () => {
      await Promise.all(tasks.splice(0).map((task) => task()))
      await close()
    },
  }
}

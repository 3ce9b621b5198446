/** The end of a database: tasks that still need it run first, all at once, then `close`. */
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

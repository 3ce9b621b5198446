import type { TestDatabase } from '#tests/support/databases.ts'
import { startProgram } from '#tests/support/start-program.ts'
import type { Subprocess } from 'bun'

/** Servers in processes of their own, which work on jobs until they are killed. */
export function createJobProcesses(getOpened: () => TestDatabase) {
  let processes: Subprocess[] = []
  const kill = async (child: Subprocess): Promise<void> => {
    child.kill('SIGKILL')
    await child.exited
  }
  return {
    /** Starts one whose clock is ahead, so that it takes over jobs of one that was killed. */
    start: async (aheadMs: number): Promise<Subprocess> => {
      const { dataFolder, databaseUrl } = getOpened().config
      const settings = { CONFIG: JSON.stringify({ dataFolder, databaseUrl }), AHEAD: String(aheadMs) }
      const child = startProgram('jobs/job-process.ts', settings)
      await child.stdout.getReader().read()
      processes.push(child)
      return child
    },
    kill,
    killAll: async (): Promise<void> => {
      for (const child of processes) await kill(child)
      processes = []
    },
  }
}

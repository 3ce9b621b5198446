import type { TestDatabase } from '#tests/support/databases.ts'
import type { Subprocess } from 'bun'
import { join } from 'node:path'

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
      const { PATH = '', TMPDIR = '' } = process.env
      const child = Bun.spawn([process.execPath, join(import.meta.dir, 'job-process.ts')], {
        env: { PATH, TMPDIR, CONFIG: JSON.stringify({ dataFolder, databaseUrl }), AHEAD: String(aheadMs) },
        stdout: 'pipe',
        stderr: 'inherit',
      })
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

import { sqlitePath } from '#server/db/sqlite.ts'
import { join } from 'node:path'
import type { ReplayResult } from './replay.ts'
import { pinToCore } from './servers.ts'

/** What recorded statements alone allow on the book of a data folder; each action inserts into `table` once. */
export async function replayStatements(
  dataFolder: string,
  recording: string,
  mode: 'together' | 'alone',
  table: string,
): Promise<ReplayResult> {
  const script = join(import.meta.dir, 'replay.ts')
  const child = Bun.spawn([...pinToCore(0), process.execPath, script, sqlitePath(dataFolder), recording, mode, table], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return (await new Response(child.stdout).json()) as ReplayResult
}

import type { Manifest } from '#server/backup/backup-format.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { abortOnSignal, exitCodes, type Invocation, requireDatabase, withKontor } from '#server/commands/command.ts'
import { formatHead } from '#server/self-check/kept-heads.ts'
import { formatCount } from '#shared/count.ts'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'

/** `kontor backup`: writes a backup and prints what it contains. Throws a `BackupError`, also when a signal interrupts it. */
export async function backup({ args: [file = ''], terminal }: Invocation): Promise<number> {
  await requireDatabase()
  return withKontor(terminal, async (kontor) => {
    const path = resolve(file)
    const manifest = await writeBackup(kontor, path, abortOnSignal())
    const { size } = await stat(path)
    terminal.print(`Saved ${path} (${formatCount(size)} bytes) and read it back.`)
    for (const line of describeManifest(manifest)) terminal.print(line)
    return exitCodes.done
  })
}

/** Lines about the content of a backup: rows of each table with any, and the heads of both chains. */
export function describeManifest({ createdAt, version, counts, heads }: Manifest): string[] {
  const tables = Object.entries(counts).filter(([, count]) => count > 0)
  return [
    `created  ${new Date(createdAt).toISOString()} by version ${version}`,
    `rows     ${tables.map(([table, count]) => `${table} ${formatCount(count)}`).join(', ')}`,
    `head     ${formatHead({ chain: 'ledger', ...heads.ledger })}`,
    `head     ${formatHead({ chain: 'events', ...heads.events })}`,
  ]
}

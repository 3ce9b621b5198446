import { restoreBackup } from '#server/backup/restore-backup.ts'
import { describeManifest } from '#server/commands/backup.ts'
import { abortOnSignal, describeNewDatabase, exitCodes, type Invocation } from '#server/commands/command.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log/log.ts'
import { resolve } from 'node:path'

/**
 * `kontor restore`: puts a backup in the place of the configured database, which it keeps under another name, and prints how to undo that.
 * Throws a `BackupError` or an `OpenError`, having changed nothing.
 */
export async function restore({ options, args: [file = ''], terminal }: Invocation): Promise<number> {
  const config = readConfig()
  const path = resolve(file)
  const kept = await restoreBackup(config, path, {
    log: createLog('warn', (line) => terminal.printError(line.trimEnd())),
    now: Date.now,
    signal: abortOnSignal(),
    onManifest: (manifest) => {
      terminal.print(`Restoring ${path}`)
      for (const line of describeManifest(manifest)) terminal.print(line)
    },
    onProgress: (step, share) => {
      const what = step === 'rows' ? 'Restoring rows' : 'Checking the restored books'
      terminal.showProgress(`${what}: ${Math.floor(share * 100)}%`)
    },
    onVerified: ({ checks }) => {
      terminal.showProgress('')
      const failed = checks.filter(({ passed }) => !passed)
      terminal.print(`checks   ${checks.length - failed.length} of ${checks.length} passed`)
      for (const { id, violations } of failed)
        for (const violation of violations) terminal.print(`FAIL     ${id}: ${violation}`)
      return failed.length === 0 || options['accept-failed-checks'] === true
    },
  })
  terminal.print('Restored. Everyone has to log in again.')
  if (kept) {
    terminal.print(`The previous database is kept as ${kept.name}.`)
    terminal.print(`To put it back, stop Kontor and run: ${kept.undo}`)
    terminal.print(`To delete it: ${kept.remove}`)
  } else terminal.printError(describeNewDatabase(config))
  return exitCodes.done
}

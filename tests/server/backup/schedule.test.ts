import { isBackupDue } from '#server/backup/schedule.ts'
import { createBooks, dialects, expectDone, createPlace, owner, setUpPlaces } from '#tests/server/backup/books.ts'
import { addUser, type KontorProcess, runKontor } from '#tests/support/binary.ts'
import { cleanUpAfterRun } from '#tests/support/cleanup.ts'
import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

setUpPlaces()

const namePattern = /^kontor-\d{8}T\d{6}Z\.backup$/

describe.each(dialects)('scheduled backups on %s', (dialect) => {
  test('are made when due, can be restored, and replace the oldest ones that were made before', async () => {
    const place = await createBooks(dialect)
    const folder = join(place.folder, 'scheduled')
    mkdirSync(folder)
    const old = ['20260101', '20260102', '20260103'].map((day) => `kontor-${day}T000000Z.backup`)
    // A clock was wrong when it was made.
    const future = 'kontor-29990101T000000Z.backup'
    const others = ['kontor-20260101T000000Z.backup.txt', 'kontor-2026.backup', 'mine.backup', 'notes']
    const abandoned = `.kontor-backup.${hostname()}.999999999.partial`
    // This process runs, but does not write to it.
    const taken = `.kontor-backup.${hostname()}.${process.pid}.partial`
    for (const name of [...old, ...others, future, abandoned, taken]) writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, taken), 0, 0)
    const settings = {
      KONTOR_BACKUP_DIR: folder,
      KONTOR_BACKUP_EVERY: '1h',
      KONTOR_BACKUP_KEEP: '2',
      LOG_LEVEL: 'info',
    }
    const server = await place.serve(settings)
    const saved = await waitForEvent(server, 'backup saved')
    await waitForEvent(server, 'backup pruned', 3)
    const names = readdirSync(folder).toSorted()
    const made = names.find((name) => namePattern.test(name) && !old.includes(name)) ?? ''
    expect(names).toEqual([...others, ...old.slice(2), made].toSorted())
    expect(saved['file']).toBe(made)
    expect(saved['durationMs']).toBeGreaterThan(0)
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    expect(metrics).toContain(`kontor_backup_size_bytes ${saved['bytes']}\n`)
    expect(metrics).toMatch(/^kontor_backup_last_success_timestamp_seconds \d+$/m)
    await server.stop()

    const restarted = await place.serve(settings)
    await fetch(`${restarted.origin}/healthz`)
    await restarted.stop()
    expect(restarted.output()).not.toContain('backup saved')
    expect(readdirSync(folder).toSorted()).toEqual(names)
    await expectDone(place.run(['restore', join(folder, made)]))
  })
})

describe('scheduled backups', () => {
  test('are made by one of the servers that share a folder, also if they are started together', async () => {
    const place = await createBooks('postgres')
    const folder = join(place.folder, 'scheduled')
    const settings = { KONTOR_BACKUP_DIR: folder, LOG_LEVEL: 'info' }
    const servers = await Promise.all([1, 2, 3].map(() => place.serve(settings)))
    await Promise.race(servers.map((server) => waitForEvent(server, 'backup saved')))
    while (readdirSync(folder).some((name) => name.endsWith('.partial'))) await Bun.sleep(10)
    await Promise.all(servers.map((server) => server.stop()))
    const count = (event: string): number =>
      servers.filter((server) => server.output().includes(`"event":"${event}"`)).length
    expect([count('backup saved'), count('backup failed')]).toEqual([1, 0])
    expect(readdirSync(folder)).toEqual([expect.stringMatching(namePattern)])
  })

  test('a folder that cannot be written stops the start with a sentence that names the setting', async () => {
    const { settings } = await createPlace('sqlite')
    const ended = await runKontor(['serve'], '', { settings: { ...settings, KONTOR_BACKUP_DIR: '/proc/backups' } })
    expect([ended.code, ended.output]).toEqual([69, ''])
    expect(ended.errors).toMatch(
      /^Cannot write to the folder for backups \/proc\/backups: .+ Set KONTOR_BACKUP_DIR .+\n$/,
    )
  })

  test('are due after the interval, and a quarter of an hour after a failure, unless the clock was set back since', () => {
    const status = { folder: '', everyMs: 3_600_000, keep: 14, lastSuccess: null, lastFailure: null }
    const lastSuccess = { file: '', at: 0, sizeBytes: 1, durationMs: null }
    expect(isBackupDue(status, 0)).toBe(true)
    expect(isBackupDue({ ...status, lastSuccess }, 3_599_999)).toBe(false)
    expect(isBackupDue({ ...status, lastSuccess }, 3_600_000)).toBe(true)
    const lastFailure = { at: 3_600_000, reason: 'the disk is full' }
    expect(isBackupDue({ ...status, lastSuccess, lastFailure }, 4_499_999)).toBe(false)
    expect(isBackupDue({ ...status, lastSuccess, lastFailure }, 4_500_000)).toBe(true)
    expect(isBackupDue({ ...status, lastFailure: { ...lastFailure, at: 86_400_000 } }, 3_600_000)).toBe(true)
  })

  const disk = mountSmallDisk()
  test.if(disk !== undefined)(
    'on a full disk the server goes on, and says why in the log, the metrics and on the home page',
    async () => {
      const place = await createBooks('sqlite')
      const folder = disk ?? ''
      const precious = 'kontor-20260101T000000Z.backup'
      writeFileSync(join(folder, precious), 'x')
      const server = await place.serve({ KONTOR_BACKUP_DIR: folder, KONTOR_BACKUP_KEEP: '1', LOG_LEVEL: 'info' })
      expect(await waitForEvent(server, 'backup failed')).toMatchObject({
        folder,
        reason: expect.stringMatching(/^Cannot write the backup .+: the disk is full\.$/),
      })
      expect(readdirSync(folder)).toEqual([precious])
      expect(await (await fetch(`${server.origin}/metrics`)).text()).toContain(
        'kontor_backup_last_failure_timestamp_seconds',
      )
      const readPage = async (account: { email: string; password: string }, path: string): Promise<string> => {
        const login = await fetch(`${server.origin}/api/auth/login`, {
          method: 'POST',
          body: JSON.stringify(account),
          headers: { 'content-type': 'application/json' },
        })
        const cookie = login.headers
          .getSetCookie()
          .map((text) => text.split(';')[0])
          .join('; ')
        return (await fetch(server.origin + path, { headers: { cookie } })).text()
      }
      expect(await readPage(owner, '/')).toContain('Backup overdue')
      expect(await readPage(owner, '/test?tab=backups')).toContain('the disk is full')
      const admin = await addUser(place.settings, 'admin')
      expect(await readPage(admin, '/')).not.toContain('Backup overdue')
      expect(await readPage(admin, '/test?tab=backups')).not.toContain('the disk is full')
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    },
  )
})

/** The fields of a log line, once it was logged `times` times. */
async function waitForEvent(server: KontorProcess, event: string, times = 1): Promise<Record<string, unknown>> {
  for (;;) {
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`) && line.endsWith('}'))
    if (lines.length >= times) return JSON.parse(lines.at(-1) ?? '')
    await Bun.sleep(10)
  }
}

/** A disk of two pages, for root only. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-disk-'))
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder])
  cleanUpAfterRun(async () => {
    if (exitCode === 0) Bun.spawnSync(['umount', folder])
    rmdirSync(folder)
  })
  return exitCode === 0 ? folder : undefined
}

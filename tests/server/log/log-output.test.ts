import { createLog } from '#server/log/log.ts'
import { createLogOutput } from '#server/log/log-output.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { closeSync, constants, createReadStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const plentyMs = 60_000

allowSlowTests()

describe('the output of the log', () => {
  const cleanups: (() => void)[] = []
  afterEach(() => {
    for (const cleanUp of cleanups.splice(0).toReversed()) cleanUp()
  })
  const open = (path: string, flags: number): number => {
    const fd = openSync(path, flags | constants.O_CREAT)
    cleanups.push(() => closeSync(fd))
    return fd
  }
  const createFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-log-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  test('writes the lines in order', async () => {
    const path = join(createFolder(), 'log')
    const output = createLogOutput(open(path, constants.O_WRONLY), () => {})
    const lines = Array.from({ length: 1000 }, (_each, index) => `line ${index}\n`)
    for (const line of lines) output.write(line)
    expect(await output.flush(plentyMs)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
    expect(output.countDropped()).toBe(0)
  })

  test('drops and counts lines on a full disk, without trying again', async () => {
    const output = createLogOutput(open('/dev/full', constants.O_WRONLY), () => {})
    for (let line = 0; line < 500; line++) output.write('one\n')
    expect(await output.flush(plentyMs)).toBe(true)
    expect(output.countDropped()).toBe(500)
  })

  test('drops what a slow reader leaves no room for, and says how many lines once it reads', async () => {
    const path = join(createFolder(), 'pipe')
    Bun.spawnSync(['mkfifo', path])
    // Read and write, so that the pipe has a reader from the start.
    const fd = open(path, constants.O_RDWR)
    const reported = Promise.withResolvers<number>()
    const output = createLogOutput(fd, reported.resolve)
    const log = createLog('info', output.write, Date.now, output.countDropped)
    const written = 30_000
    for (let line = 0; line < written; line++) log.info('request', { line })
    expect(await output.flush(0)).toBe(false)
    expect(log.countDropped()).toBeGreaterThan(written / 2)
    const reader = createReadStream(path, { encoding: 'utf8' })
    cleanups.push(() => reader.destroy())
    let text = ''
    reader.on('data', (chunk) => (text += chunk))
    expect(await reported.promise).toBe(log.countDropped())
    expect(await output.flush(plentyMs)).toBe(true)
    const kept = written - log.countDropped()
    while (text.split('\n').length - 1 < kept) await Bun.sleep(5)
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).line)).toEqual([...Array(kept).keys()])
  })
})

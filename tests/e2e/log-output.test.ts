import { addUser, type BinaryOptions, setUpBinary, spawnKontor } from '#tests/support/binary.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

setUpBinary()

/** A `commandPrefix` that sends what the binary prints to a file. */
const printTo = (path: string): string[] => ['sh', '-c', `out=$1; shift; exec "$@" >"$out" 2>&1`, 'sh', path]

describe('a server whose log cannot be written', () => {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
  })
  const createFolder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'kontor-log-'))
    cleanups.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  /** Starts a server that logs every request; returns its origin once it answers. */
  const serve = async (options: BinaryOptions): Promise<string> => {
    const port = String(findFreePort())
    const settings = { PORT: port, KONTOR_DATA: createFolder(), LOG_LEVEL: 'debug' }
    await addUser(settings, 'owner')
    const child = spawnKontor(['serve'], '', { ...options, settings })
    cleanups.push(async () => {
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
    })
    const origin = `http://localhost:${port}`
    while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) await Bun.sleep(20)
    return origin
  }

  const countDropped = async (origin: string): Promise<number> => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^kontor_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
  }

  /** Sends requests until lines have been dropped, then a few more. */
  const expectToServeOn = async (origin: string): Promise<void> => {
    const visit = async () => expect((await fetch(`${origin}/login`)).status).toBe(200)
    while ((await countDropped(origin)) === 0)
      await Promise.all(Array.from({ length: 200 }, async () => (await fetch(`${origin}/healthz`)).text()))
    const before = await countDropped(origin)
    await visit()
    while ((await countDropped(origin)) === before) await visit()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  }

  test('serves on when its output is a full disk, and counts the dropped lines', async () => {
    await expectToServeOn(await serve({ commandPrefix: printTo('/dev/full') }))
  })

  test('serves on when nothing reads its output, and counts the dropped lines', async () => {
    const pipe = join(createFolder(), 'pipe')
    Bun.spawnSync(['mkfifo', pipe])
    // Read and write, so that the pipe has a reader from the start.
    const reader = openSync(pipe, constants.O_RDWR)
    cleanups.push(() => closeSync(reader))
    await expectToServeOn(await serve({ commandPrefix: printTo(pipe) }))
  })
})

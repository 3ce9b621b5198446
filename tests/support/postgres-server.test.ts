import { allowSlowTests } from '#tests/support/timeouts.ts'
import { SQL } from 'bun'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

allowSlowTests()

const isRoot = process.getuid?.() === 0

describe('the PostgreSQL of the tests', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'kontor-postgres-test-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const spawnServer = (environment: Record<string, string>) =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'postgres-server.ts')], {
      env: { ...process.env, ...environment },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })

  test.if(isRoot)('takes another folder when its user cannot enter the temporary one', async () => {
    chmodSync(folder, 0o700)
    const server = spawnServer({ TMPDIR: folder })
    const { value } = await server.stdout.pipeThrough(new TextDecoderStream()).getReader().read()
    const sql = new SQL(String(value).trim(), { max: 1 })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.close()
    await server.stdin.end()
    expect(await server.exited).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test('reports what initdb printed when no folder works', async () => {
    for (const program of ['initdb', 'pg_ctl']) {
      writeFileSync(
        join(folder, program),
        '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "no locale for you" >&2\nexit 1\n',
      )
      chmodSync(join(folder, program), 0o755)
    }
    chmodSync(folder, 0o755)
    const server = spawnServer({ PATH: `${folder}:${process.env['PATH']}` })
    const errors = await new Response(server.stderr).text()
    expect(await server.exited).toBe(1)
    expect(errors).toContain('initdb failed')
    expect(errors).toContain('no locale for you')
  })
})

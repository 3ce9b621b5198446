import type { TestProgram } from '#tests/support/test-program.ts'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/**
 * Starts a program beside the test: from the binary of `TEST_PROGRAM`, else from its sources, which take four times the CPU to load. Gets
 * nothing from the environment but what it needs and `settings`.
 */
export function startProgram(
  program: TestProgram,
  settings: Readonly<Record<string, string>>,
): Bun.Subprocess<'ignore', 'pipe', 'inherit'> {
  const { PATH = '', TMPDIR = '', TEST_PROGRAM } = process.env
  const command = TEST_PROGRAM ? [TEST_PROGRAM, program] : [process.execPath, join(root, 'tests/server', program)]
  return Bun.spawn(command, { env: { PATH, TMPDIR, ...settings }, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
}

/** Builds the binary of these programs into a folder and returns its path, the value of `TEST_PROGRAM`. */
export async function buildPrograms(folder: string): Promise<string> {
  const outfile = join(folder, 'test-program')
  await Bun.build({
    entrypoints: ['tests/support/test-program.ts', 'src/server/write-worker.ts'].map((path) => join(root, path)),
    // A worker is found only beside the entry.
    naming: '[name].[ext]',
    target: 'bun',
    minify: true,
    bytecode: true,
    format: 'esm',
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false, jitPolicy: 10 },
  })
  return outfile
}

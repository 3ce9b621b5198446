import { importFormats } from '#shared/orders/import-formats.ts'
import { exitCodes } from '#server/commands/command.ts'
import { runCommand } from '#server/commands/run.ts'
import { commands } from '#server/commands/commands.ts'
import { settings } from '#server/config/settings.ts'
import { describe, expect, test } from 'bun:test'

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await runCommand(args, {
    print: (line) => stdout.push(line),
    printError: (line) => stderr.push(line),
    showProgress: () => {},
    readPassword: async () => '',
  })
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
}

describe('the command line', () => {
  test('--help lists every command and setting with what it means', async () => {
    for (const args of [['--help'], ['help'], ['--demo', '--help'], ['nonsense', '--help']]) {
      const { code, stdout } = await run(...args)
      expect(code).toBe(exitCodes.done)
      for (const { name, usage } of commands) expect(stdout).toContain(`kontor ${name} ${usage}`.trimEnd())
      for (const [name, meaning] of Object.entries(settings))
        expect(stdout.split('\n')).toContainEqual(
          expect.stringMatching(RegExp(`^  ${name} +${RegExp.escape(meaning)}$`)),
        )
    }
  })

  test('--help of a command describes this command alone', async () => {
    for (const args of [
      ['user', 'unlock', '--help'],
      ['help', 'user', 'unlock'],
    ])
      expect(await run(...args)).toEqual({
        code: exitCodes.done,
        stdout:
          'kontor user unlock --email EMAIL\n    unblocks an account after too many failed logins\nkontor --help lists all commands and settings.',
        stderr: '',
      })
    const about = (await run('user', '--help')).stdout
    expect([...about.matchAll(/^kontor (\w+) /gm)].map(([, word]) => word)).toEqual(Array(6).fill('user'))
  })

  test('--version names version and build', async () => {
    expect((await run('--version')).stdout).toMatch(/^kontor \d+\.\d+\.\d+ \(build \w+\)$/)
  })

  const importUsage = `Usage: kontor import orders FILE [--format ${importFormats.join('|')}] [--currency CODE] [--encoding LABEL] [--dry-run] [--update]`
  test.each([
    [['backups', 'x'], 'kontor: unknown command "backups x". Run kontor --help for a list.'],
    [['backup'], 'Usage: kontor backup FILE'],
    [['restore'], 'Usage: kontor restore FILE [--accept-failed-checks]'],
    [['import'], 'kontor: unknown command "import". Run kontor --help for a list.'],
    [['import', 'products', 'x'], 'kontor: unknown command "import products x". Run kontor --help for a list.'],
    [['import', 'customers'], 'Usage: kontor import customers FILE [--encoding LABEL] [--dry-run]'],
    [['import', 'orders'], importUsage],
    [['import', 'orders', 'a', 'b'], importUsage],
    [['serve', 'x'], 'Usage: kontor serve [--demo]'],
  ])('%j is one sentence and exit code 64', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 64, stdout: '', stderr: sentence })
  })

  test.each([[['--prot=3']], [['serve', '--nope']], [['user', 'add', '--email']]])(
    'an option that is not one is named: %j',
    async (args) => {
      const { code, stdout, stderr } = await run(...args)
      expect([code, stdout, stderr.split('\n')]).toEqual([
        64,
        '',
        [expect.stringMatching(/^kontor .+'--?\w+.*\. Usage: kontor \w+/)],
      ])
    },
  )
})

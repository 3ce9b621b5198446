import { exitCodes } from '#server/commands/command.ts'
import { runCommand } from '#server/commands/run.ts'
import { commands } from '#server/commands/commands.ts'
import { settings } from '#server/config.ts'
import { describe, expect, test } from 'bun:test'

async function run(...words: string[]): Promise<{ code: number; printed: string; complained: string }> {
  const printed: string[] = []
  const complained: string[] = []
  const code = await runCommand(words, {
    print: (line) => printed.push(line),
    printError: (line) => complained.push(line),
    readStdin: async () => '',
  })
  return { code, printed: printed.join('\n'), complained: complained.join('\n') }
}

describe('the command line', () => {
  test('--help names every command and every setting, and is honest about what is missing', async () => {
    for (const words of [['--help'], ['help'], ['serve', '--help']]) {
      const { code, printed } = await run(...words)
      expect(code).toBe(exitCodes.done)
      for (const { name, usage } of commands) expect(printed).toContain(`kontor ${name} ${usage}`.trimEnd())
      for (const name of Object.keys(settings)) expect(printed).toContain(name)
      expect(printed).not.toMatch(/kontor (backup|restore)/)
      expect(printed).toContain('This version has no backup and restore commands')
    }
  })

  test('--version names version and build', async () => {
    expect((await run('--version')).printed).toMatch(/^kontor \d+\.\d+\.\d+ \(build \w+\)$/)
  })

  test.each([
    [['backup', 'x'], 'kontor: "backup x" is not a command; kontor --help lists them.'],
    [['import'], 'kontor: "import" is not a command; kontor --help lists them.'],
    [['import', 'customers', 'x'], 'kontor: "import customers x" is not a command; kontor --help lists them.'],
    [['import', 'orders'], 'Call it as: kontor import orders FILE [--format shopify] [--encoding LABEL] [--dry-run]'],
    [
      ['import', 'orders', 'a', 'b'],
      'Call it as: kontor import orders FILE [--format shopify] [--encoding LABEL] [--dry-run]',
    ],
    [['serve', 'x'], 'Call it as: kontor serve [--demo]'],
  ])('%j is one sentence and exit code 64', async (words, sentence) => {
    expect(await run(...words)).toEqual({ code: 64, printed: '', complained: sentence })
  })

  test.each([[['--prot=3']], [['serve', '--nope']], [['user', 'add', '--email']]])(
    'an option that is not one is named: %j',
    async (words) => {
      const { code, printed, complained } = await run(...words)
      expect([code, printed, complained.split('\n')]).toEqual([64, '', [expect.stringMatching(/^kontor .+'--?\w+/)]])
    },
  )
})

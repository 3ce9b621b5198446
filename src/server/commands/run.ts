import { type Command, CommandError, exit, failureOf, type Terminal } from '#server/commands/command.ts'
import { commands } from '#server/commands/table.ts'
import { settings } from '#server/config.ts'
import { version } from '../../../package.json'
import { parseArgs } from 'node:util'

/** Runs what the words after the program's name ask for and gives the exit code; a failure is one sentence on standard error. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (words.includes('--help') || words[0] === 'help') return say(terminal, help())
    if (words[0] === '--version') return say(terminal, await versionLine())
    const { command, rest } = findCommand(words)
    const { values, positionals } = parse(command, rest)
    return await command.run({ options: values, operands: positionals, terminal })
  } catch (error) {
    const failure = await failureOf(error)
    terminal.complain(failure?.sentence ?? `kontor: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
    return failure?.code ?? exit.internal
  }
}

function say(terminal: Terminal, text: string): number {
  for (const line of text.split('\n')) terminal.print(line)
  return exit.done
}

function findCommand(words: readonly string[]): { command: Command; rest: string[] } {
  const given = words.length === 0 || words[0]?.startsWith('-') ? ['serve', ...words] : words
  for (const command of commands) {
    const own = command.name.split(' ')
    if (own.every((word, index) => given[index] === word)) return { command, rest: given.slice(own.length) }
  }
  throw new CommandError(`kontor: "${given.join(' ')}" is not a command; kontor --help lists them.`, exit.usage)
}

function parse(command: Command, rest: string[]) {
  const called = `kontor ${command.name}`
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: rest, options: command.options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : error
    throw new CommandError(`${called}: ${reason}; kontor --help says more.`, exit.usage)
  }
  if (parsed.positionals.length !== command.operands)
    throw new CommandError(`Call it as: ${called} ${command.usage}`.trim(), exit.usage)
  return { values: parsed.values as Record<string, string | boolean | undefined>, positionals: parsed.positionals }
}

async function versionLine(): Promise<string> {
  const { buildId } = await import('#server/build-info.ts')
  return `kontor ${version} (build ${buildId})`
}

function help(): string {
  const column = (left: string, width: number): string => left.padEnd(width)
  return [
    'Kontor, the back office of a merchant.',
    '',
    'Commands:',
    ...commands.map(({ name, usage, summary }) => `  kontor ${name} ${usage}`.trimEnd() + `\n      ${summary}`),
    '  kontor --help',
    '  kontor --version',
    '',
    'Settings, from the environment only (what holds when unset):',
    ...Object.entries(settings).map(([name, meaning]) => `  ${column(name, 24)}${meaning}`),
    '',
    'This version has no backup and restore commands and no log-in through an identity provider.',
  ].join('\n')
}

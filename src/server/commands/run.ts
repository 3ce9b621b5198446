import { type Command, CommandError, exitCodes, describeFailure, type Terminal } from '#server/commands/command.ts'
import { commands } from '#server/commands/commands.ts'
import { settings } from '#server/config/settings.ts'
import { version } from '../../../package.json'
import { parseArgs } from 'node:util'

/** Runs the command that `args` names and returns the exit code. Prints errors to standard error, expected ones as one sentence. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (args.includes('--help') || args[0] === 'help') return printText(terminal, renderHelp(args))
    if (args[0] === '--version') return printText(terminal, await getVersionLine())
    const { command, rest } = findCommand(args)
    const { values, positionals } = parseCommandArgs(command, rest)
    return await command.run({ options: values, args: positionals, terminal })
  } catch (error) {
    const failure = await describeFailure(error)
    terminal.printError(
      failure?.message ?? `kontor: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    )
    return failure?.code ?? exitCodes.internal
  }
}

function printText(terminal: Terminal, text: string): number {
  for (const line of text.split('\n')) terminal.print(line)
  return exitCodes.done
}

function findCommand(args: readonly string[]): { command: Command; rest: string[] } {
  const given = args.length === 0 || args[0]?.startsWith('-') ? ['serve', ...args] : args
  const command = commands.find(({ name }) => isPrefix(name.split(' '), given))
  if (command) return { command, rest: given.slice(command.name.split(' ').length) }
  throw new CommandError(`kontor: unknown command "${given.join(' ')}". Run kontor --help for a list.`, exitCodes.usage)
}

const isPrefix = (words: readonly string[], args: readonly string[]): boolean =>
  words.every((word, index) => args[index] === word)

function parseCommandArgs(command: Command, rest: string[]) {
  const commandLine = `kontor ${command.name}`
  const usage = `Usage: ${commandLine} ${command.usage}`.trim()
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: rest, options: command.options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : error
    throw new CommandError(`${commandLine}: ${reason}. ${usage}`, exitCodes.usage)
  }
  if (parsed.positionals.length !== command.args) throw new CommandError(usage, exitCodes.usage)
  return { values: parsed.values, positionals: parsed.positionals }
}

async function getVersionLine(): Promise<string> {
  const { buildId } = await import('#server/build/build-info.ts')
  return `kontor ${version} (build ${buildId})`
}

/** Describes the command that `args` names, or those that its words begin, such as `user`; otherwise all commands and settings. */
function renderHelp(args: readonly string[]): string {
  const words = args.filter((arg) => arg !== 'help' && !arg.startsWith('-'))
  const isMeant = (name: readonly string[]): boolean => isPrefix(name, words) || isPrefix(words, name)
  const meant = words.length === 0 ? [] : commands.filter(({ name }) => isMeant(name.split(' ')))
  if (meant.length > 0)
    return [...meant.map(describeCommand), 'kontor --help lists all commands and settings.'].join('\n')
  const width = Math.max(...Object.keys(settings).map((name) => name.length)) + 2
  return [
    'Kontor, a back office for merchants.',
    '',
    'Commands:',
    ...commands.map((command) => describeCommand(command).replaceAll(/^/gm, '  ')),
    '  kontor --help',
    '  kontor --version',
    '',
    'Settings, as environment variables (default in parentheses):',
    ...Object.entries(settings).map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`),
  ].join('\n')
}

const describeCommand = ({ name, usage, summary }: Command): string =>
  `kontor ${name} ${usage}`.trimEnd() + `\n    ${summary}`

import { type Command, CommandError, exitCodes, describeFailure, type Terminal } from '#server/commands/command.ts'
import { commands } from '#server/commands/commands.ts'
import { settings } from '#server/config/settings.ts'
import { version } from '../../../package.json'
import { parseArgs } from 'node:util'

/** Runs the command that `args` names and returns the exit code. Prints errors to standard error, expected ones as one sentence. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (args.includes('--help') || args[0] === 'help') return printText(terminal, renderHelp())
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
  for (const command of commands) {
    const commandWords = command.name.split(' ')
    if (commandWords.every((word, index) => given[index] === word))
      return { command, rest: given.slice(commandWords.length) }
  }
  throw new CommandError(`kontor: unknown command "${given.join(' ')}". Run kontor --help for a list.`, exitCodes.usage)
}

function parseCommandArgs(command: Command, rest: string[]) {
  const commandLine = `kontor ${command.name}`
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: rest, options: command.options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : error
    throw new CommandError(`${commandLine}: ${reason}. Run kontor --help for usage.`, exitCodes.usage)
  }
  if (parsed.positionals.length !== command.args)
    throw new CommandError(`Usage: ${commandLine} ${command.usage}`.trim(), exitCodes.usage)
  return { values: parsed.values, positionals: parsed.positionals }
}

async function getVersionLine(): Promise<string> {
  const { buildId } = await import('#server/build/build-info.ts')
  return `kontor ${version} (build ${buildId})`
}

function renderHelp(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length)) + 2
  return [
    'Kontor, a back office for merchants.',
    '',
    'Commands:',
    ...commands.map(({ name, usage, summary }) => `  kontor ${name} ${usage}`.trimEnd() + `\n      ${summary}`),
    '  kontor --help',
    '  kontor --version',
    '',
    'Settings, as environment variables (default in parentheses):',
    ...Object.entries(settings).map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`),
  ].join('\n')
}

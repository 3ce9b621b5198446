import { runCommand } from '#server/commands/run.ts'

const write = (stream: NodeJS.WriteStream, line: string): void => void stream.write(`${line}\n`)

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => write(process.stdout, line),
  printError: (line) => write(process.stderr, line),
  readStdin: () => Bun.stdin.text(),
})

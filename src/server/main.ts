import { runCommand } from '#server/commands/run.ts'

const write = (stream: NodeJS.WriteStream, line: string): void => void stream.write(`${line}\n`)

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => write(process.stdout, line),
  complain: (line) => write(process.stderr, line),
  input: () => Bun.stdin.text(),
})

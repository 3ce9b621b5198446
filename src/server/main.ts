import { exitCodes } from '#server/commands/command.ts'
import { runCommand } from '#server/commands/run.ts'
import { isatty } from 'node:tty'

const standardInput = 0

const write = (stream: NodeJS.WriteStream, line: string): void => void stream.write(`${line}\n`)

// A program that has read enough (`kontor verify | head -1`) ends the output, not the command. With any other failure, such as a full disk, the command
// finishes what it does as well, but does not look successful.
let outputFailure: NodeJS.ErrnoException | undefined
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || outputFailure) return
    outputFailure = error
    if (stream === process.stdout) write(process.stderr, `Cannot write the output: ${error.message}.`)
    process.exitCode = exitCodes.cannotWrite
  })

/** The binary starts with a JIT compiler that compiles late (`build.ts`). Its modules have run by now, so let it compile hot code as usual. */
const startMs = 500
setTimeout(() => Bun.unsafe.setJITPolicy(1), startMs).unref()

const code = await runCommand(process.argv.slice(2), {
  print: (line) => write(process.stdout, line),
  printError: (line) => write(process.stderr, line),
  showProgress: (text) => {
    // Carriage return, then erase to the end of the line.
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  },
  readPassword: () => {
    if (isatty(standardInput)) write(process.stderr, 'Type the password, then press Enter and Ctrl-D.')
    return Bun.stdin.text()
  },
})
// Unless the output has failed by now.
process.exitCode ??= code

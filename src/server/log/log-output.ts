import { write as writeWithCallback } from 'node:fs'
import { promisify } from 'node:util'

/** Writes log lines in the background. A full disk or a reader that does not read never blocks the server: lines are dropped and counted. */
export interface LogOutput {
  write(line: string): void
  /** How many lines have been dropped since the start. */
  countDropped(): number
  /** Waits for the queued lines, at most `timeoutMs`; resolves to whether all of them have been written or dropped. */
  flush(timeoutMs: number): Promise<boolean>
}

/** What may wait for a slow reader; later lines are dropped. */
const maxQueuedCharacters = 1024 * 1024
/** How long a reader that is not ready gets before the next attempt. */
const retryMs = 100

const newline = 10

const write = promisify(writeWithCallback)

/** Creates an output on a file descriptor. `onRecovered` is called with the number of dropped lines once writing works again. */
export function createLogOutput(fd: number, onRecovered: (droppedLines: number) => void): LogOutput {
  let queue: string[] = []
  let queuedCharacters = 0
  let totalDropped = 0
  let unreportedDropped = 0
  /** Resolves when the queue is empty; `undefined` while nothing is being written. */
  let writing: Promise<void> | undefined
  /** Whether the last write ended within a line. */
  let isMidLine = false

  const drop = (lines: number): void => {
    totalDropped += lines
    unreportedDropped += lines
  }

  async function writeQueue(): Promise<void> {
    while (queue.length > 0) {
      const bytes = Buffer.from((isMidLine ? '\n' : '') + queue.join(''))
      queue = []
      queuedCharacters = 0
      const written = await writeUntilError(fd, bytes)
      drop(countLines(bytes.subarray(written)))
      isMidLine = written > 0 ? bytes[written - 1] !== newline : isMidLine
      if (written < bytes.length || unreportedDropped === 0) continue
      const dropped = unreportedDropped
      unreportedDropped = 0
      onRecovered(dropped)
    }
  }

  return {
    write: (line) => {
      if (queuedCharacters + line.length > maxQueuedCharacters) return drop(1)
      queue.push(line)
      queuedCharacters += line.length
      writing ??= writeQueue().finally(() => (writing = undefined))
    },
    countDropped: () => totalDropped,
    flush: (timeoutMs) =>
      Promise.race([(writing ?? Promise.resolve()).then(() => true), Bun.sleep(timeoutMs).then(() => false)]),
  }
}

/** Writes in the thread pool, so that a full pipe blocks no request. Returns how many bytes were written before an error. */
async function writeUntilError(fd: number, bytes: Uint8Array): Promise<number> {
  let written = 0
  while (written < bytes.length)
    try {
      written += (await write(fd, bytes, written)).bytesWritten
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break
      await Bun.sleep(retryMs)
    }
  return written
}

const countLines = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => (byte === newline ? count + 1 : count), 0)

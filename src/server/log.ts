/** One JSON line per event on standard output. Fields are named one by one, so that no secret slips in with an object. */
export type Level = 'debug' | 'info' | 'warn' | 'error'
export const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']
export type Log = Record<Level, (event: string, fields?: Record<string, string | number | boolean | null>) => void> & {
  /** Whether a line of this level would be written: asked before gathering what costs something. */
  isLevelEnabled(level: Level): boolean
}

/** What the log keeps of a surprise. */
export function toErrorFields(error: unknown): { error: string; stack: string } {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { error: `${name}: ${message}`, stack }
}

/** A log that writes lines of `level` and above; `write` and `now` are there for tests. */
export function createLog(
  level: Level,
  write: (line: string) => void = (line) => process.stdout.write(line),
  now: () => number = Date.now,
): Log {
  const isLevelEnabled = (eventLevel: Level): boolean => levels.indexOf(eventLevel) >= levels.indexOf(level)
  const at =
    (eventLevel: Level) =>
    (event: string, fields: Record<string, string | number | boolean | null> = {}): void => {
      if (!isLevelEnabled(eventLevel)) return
      write(`${JSON.stringify({ at: new Date(now()).toISOString(), level: eventLevel, event, ...fields })}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), isLevelEnabled }
}

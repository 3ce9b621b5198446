/** Structured logging: one JSON line per event. Fields are flat values, so that no object with a secret is logged by accident. */
export type Level = 'debug' | 'info' | 'warn' | 'error'
export const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']
export type Log = Record<Level, (event: string, fields?: Record<string, string | number | boolean | null>) => void> & {
  /** Whether a line of this level would be written; check it before computing expensive fields. */
  isLevelEnabled(level: Level): boolean
  /** How many lines could not be written since the start. */
  countDropped(): number
}

/** The log fields of an unexpected error. */
export function toErrorFields(error: unknown): { error: string; stack: string } {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { error: `${name}: ${message}`, stack }
}

/** Creates a log that passes lines of `level` and above to `write`; tests pass `now`. */
export function createLog(
  level: Level,
  write: (line: string) => void,
  now: () => number = Date.now,
  countDropped: () => number = () => 0,
): Log {
  const isLevelEnabled = (eventLevel: Level): boolean => levels.indexOf(eventLevel) >= levels.indexOf(level)
  const at =
    (eventLevel: Level) =>
    (event: string, fields: Record<string, string | number | boolean | null> = {}): void => {
      if (!isLevelEnabled(eventLevel)) return
      write(`${JSON.stringify({ at: new Date(now()).toISOString(), level: eventLevel, event, ...fields })}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), isLevelEnabled, countDropped }
}

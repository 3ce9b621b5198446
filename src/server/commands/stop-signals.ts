import { readFileSync } from 'node:fs'

/** The signals that stop the program: Ctrl-C, `kill` and, unless `nohup` started it, the end of its terminal or connection. */
export const listStopSignals = () =>
  isHangUpIgnored() ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)

/** A handler would replace what `nohup` has set. The mask of ignored signals is in hexadecimal; SIGHUP is its lowest bit. */
function isHangUpIgnored(): boolean {
  try {
    return /^SigIgn:\s*[0-9a-f]*[13579bdf]$/m.test(readFileSync('/proc/self/status', 'utf8'))
  } catch {
    return false
  }
}

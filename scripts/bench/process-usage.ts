import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Milliseconds per clock tick of `/proc`: `sysconf(_SC_CLK_TCK)` is 100 on every Linux. */
const msPerTick = 10

/** CPU time that a process has used so far in all threads, ms; NaN where there is no `/proc`. */
export function readCpuMs(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  const text = readFileSync(file, 'utf8')
  // The second field is the name in parentheses and may contain blanks; user and system time are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

/** What the main thread of a process has done so far, ms: used a processor, or waited in the queue for a free one. NaN where there is no `/proc`. */
export function readMainThreadMs(pid: number): { cpu: number; queue: number } {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  const [cpu = Number.NaN, queue = Number.NaN] = existsSync(file)
    ? readFileSync(file, 'utf8').split(' ').map(Number)
    : []
  return { cpu: cpu / 1_000_000, queue: queue / 1_000_000 }
}

/** Memory of a process in MB, now and at its peak; NaN where there is no `/proc`. */
export function readMemoryMegabytes(pid: number): { resident: number; peak: number } {
  const file = `/proc/${pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const readField = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { resident: readField('VmRSS'), peak: readField('VmHWM') }
}

/** Makes the peak of a process start again from its present memory. */
export function resetMemoryPeak(pid: number): void {
  const file = `/proc/${pid}/clear_refs`
  if (existsSync(file)) writeFileSync(file, '5')
}

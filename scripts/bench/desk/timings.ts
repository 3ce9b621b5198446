import { median } from '../measurement.ts'
import { readMainThreadMs } from '../process-usage.ts'
import type { Desk, Figure } from './desk.ts'
import { readText } from './requests.ts'

const runs = 40
const warmUps = 5

export interface Timing {
  medianMs: number
  p95Ms: number
  /** CPU time of the server's main thread. */
  cpuMs: number
  /** Rows of the page, or what an API lists. */
  rows: number
}

/** The slowest of some paths. */
export async function timeSlowest(
  desk: Desk,
  label: string,
  paths: readonly string[],
  target: string,
): Promise<Figure> {
  const timed = new Map<string, Timing>()
  for (const path of paths) timed.set(decodeURIComponent(path.split('?')[1] ?? path), await timePage(desk, path))
  return toFigureOfSlowest(label, timed, target)
}

/** The slowest by its median, named where it is one of several: of each book another one may be. */
export function toFigureOfSlowest(label: string, timed: ReadonlyMap<string, Timing>, target: string): Figure {
  const [slowest] = [...timed].toSorted(([, a], [, b]) => b.medianMs - a.medianMs)
  if (!slowest) throw new Error(`${label} has no case.`)
  const figure = toFigure(label, slowest[1], target)
  return timed.size > 1 ? { ...figure, text: `${figure.text} ${slowest[0]}` } : figure
}

export const toFigure = (label: string, { medianMs, p95Ms, cpuMs, rows }: Timing, target = ''): Figure => ({
  label,
  text: `${medianMs.toFixed(1)} / ${p95Ms.toFixed(1)} (${cpuMs.toFixed(1)}) ${rows}`,
  value: medianMs,
  target,
  rows,
})

/** How long a page, or a path of the API, takes until its last byte is there. Books that are measured together take turns with each request, because the speed of a machine changes within seconds. */
export async function timePage(desk: Desk, path: string): Promise<Timing> {
  const times: number[] = []
  const { pid } = desk.server
  let [cpuBefore, text] = [0, '']
  for (let run = 0; run < warmUps + runs; run += 1) {
    if (run === warmUps) cpuBefore = readMainThreadMs(pid).cpu
    const request = await desk.inTurn(() => timeRequest(desk, path))
    text = request.text
    if (run >= warmUps) times.push(request.ms)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    medianMs: median(times),
    p95Ms: sorted[Math.ceil(runs * 0.95) - 1] ?? 0,
    cpuMs: (readMainThreadMs(pid).cpu - cpuBefore) / runs,
    rows: countRows(text),
  }
}

async function timeRequest(desk: Desk, path: string): Promise<{ ms: number; text: string }> {
  const startedAt = performance.now()
  const text = await readText(desk, path)
  return { ms: performance.now() - startedAt, text }
}

/** Of a page with a table, which has a row of headings. */
const countRows = (text: string): number =>
  text.startsWith('{') ? countListed(text) : Math.max(0, text.split('<tr').length - 2)

function countListed(json: string): number {
  const lists = Object.values(JSON.parse(json) as object).filter((value) => Array.isArray(value))
  return lists.reduce((sum, list) => sum + list.length, 0)
}

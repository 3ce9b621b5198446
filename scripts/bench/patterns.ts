import { printTable } from './measurement.ts'
import { Glob } from 'bun'
import { join } from 'node:path'

interface Pattern {
  place: string
  pattern: RegExp
}

/** A regular expression literal in a line of code. */
const literal =
  /(?<![\w)\]<])\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])*)\/([dgimsuvy]*)/g
/** What long runs consist of: what texts of people, spreadsheets and statements have. */
const units = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '-',
    '.',
    ',',
    '/',
    ':',
    ';',
    '=',
    '_',
    '+',
    '%',
    '@',
    '#',
    '&',
    '$',
    "'",
    '"',
    '(',
    '[',
  ],
  ...[
    '<',
    '\\',
    'a',
    'A',
    '0',
    '1',
    'é',
    '中',
    '\u0301',
    '１',
    '￥',
    'a ',
    '1 ',
    'a.',
    'a-',
    '1,',
    '1.',
    '1:',
    'so',
    '<a',
  ],
]
const frames = ['*', '*\u0001', '1*\u0001', 'a*1a', '"*x', '#*-x']
const shortLength = 5_000
const longLength = 20_000
const minimumMs = 40

/** Runs every pattern in `src` over long runs of characters, and prints those that take more than twice as long per character for the longer run, with their slowest text. */
export async function measurePatterns(): Promise<void> {
  const rows: string[][] = []
  for (const { place, pattern } of await listPatterns()) {
    const timed = units.flatMap((unit) =>
      frames.map((frame) => ({ unit, frame, ms: timePattern(pattern, unit, frame, longLength) })),
    )
    const [slowest] = timed.toSorted((a, b) => b.ms - a.ms)
    if (!slowest || slowest.ms < minimumMs) continue
    const { unit, frame } = slowest
    // Again, because a collection of garbage may have been counted.
    const long = timePattern(pattern, unit, frame, longLength)
    const short = timePattern(pattern, unit, frame, shortLength)
    if (long < minimumMs || long / short < (2 * longLength) / shortLength) continue
    rows.push([place, String(pattern), JSON.stringify(frame.replace('*', `${unit}…`)), `${long.toFixed(0)} ms`])
  }
  printTable(['place', 'pattern', 'text', `${longLength} characters`], rows)
}

async function listPatterns(): Promise<Pattern[]> {
  const folder = join(import.meta.dir, '../../src')
  const patterns = new Map<string, Pattern>()
  for (const file of new Glob('**/*.{ts,tsx}').scanSync(folder)) {
    const lines = (await Bun.file(join(folder, file)).text()).split('\n')
    for (const [index, line] of lines.entries())
      for (const [text, source = '', flags = ''] of /^\s*(\/\/|\/?\*)/.test(line) ? [] : line.matchAll(literal))
        if (isPattern(source, flags) && !patterns.has(text))
          patterns.set(text, { place: `${file}:${index + 1}`, pattern: new RegExp(source, flags.replace('y', '')) })
  }
  return [...patterns.values()]
}

/** Two divisions in a line look like a pattern, too. */
function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

function timePattern(pattern: RegExp, unit: string, frame: string, length: number): number {
  const text = frame.replace('*', () => unit.repeat(length / unit.length))
  pattern.lastIndex = 0
  const startedAt = performance.now()
  if (pattern.global) text.replaceAll(pattern, '')
  else pattern.test(text)
  return performance.now() - startedAt
}

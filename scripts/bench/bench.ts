/**
 * `npm run bench [-- NAME… --orders N]` builds the binary and runs the named measurements, or all of them. With `--against BINARY
 * --against-book FOLDER` it also compares with another binary of Kontor, on a book which that binary has filled.
 */
import { measureActions } from './actions.ts'
import { measureAudit } from './audit.ts'
import { measureBackup } from './backup.ts'
import { createBook } from './book.ts'
import { measureBrowser } from './browser/browser.ts'
import { measureDesk } from './desk/desk.ts'
import { measureLargeOrder } from './large-order.ts'
import { measureLedger } from './ledger.ts'
import { measureLive } from './live.ts'
import type { Bench, Measurement } from './measurement.ts'
import { measureMatching } from './matching.ts'
import { measureMemory } from './memory.ts'
import { buildBinary } from './servers.ts'
import { measurePatterns } from './patterns.ts'
import { measurePostings } from './postings.ts'
import { measureReads } from './reads.ts'
import { measureStaff } from './staff.ts'
import { measureStartup } from './startup.ts'
import { measureStatements } from './statements.ts'
import { measureThroughput } from './throughput.ts'
import { measureUploads } from './uploads.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const measurements: Readonly<Record<string, Measurement>> = {
  'startup': measureStartup,
  'throughput': measureThroughput,
  'memory': measureMemory,
  'uploads': measureUploads,
  'browser': measureBrowser,
  'reads': measureReads,
  'desk': measureDesk,
  'actions': measureActions,
  'large-order': measureLargeOrder,
  'live': measureLive,
  'backup': measureBackup,
  'audit': measureAudit,
  'staff': measureStaff,
  'ledger': measureLedger,
  'postings': measurePostings,
  'statements': measureStatements,
  'matching': measureMatching,
  'patterns': measurePatterns,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'orders': { type: 'string', default: '100000' },
    'books': { type: 'string', default: '' },
    'only': { type: 'string', default: '' },
    'against': { type: 'string' },
    'against-book': { type: 'string' },
  },
})
const names = positionals.length > 0 ? positionals : Object.keys(measurements)
const unknown = names.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${Object.keys(measurements).join(', ')}.`)
  process.exit(2)
}

await buildBinary()
const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const { 'against': binary, 'against-book': otherBook } = values
let book: Promise<string> | undefined
const bench: Bench = {
  folder,
  book: () => (book ??= createBook(join(folder, 'book'), Number(values.orders))),
  books: values.books.split(',').filter(Boolean),
  only: values.only.split(',').filter(Boolean),
  against: binary && otherBook ? { binary, book: otherBook } : undefined,
}
try {
  for (const name of names) {
    console.log(`\n## ${name}\n`)
    await measurements[name]?.(bench)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// The connection to the browser would keep the process alive.
process.exit(0)

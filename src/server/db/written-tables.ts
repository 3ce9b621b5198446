/** Which tables the statements of a transaction have written to. */
export class WrittenTables {
  /** The number of the last statement that wrote to a table. */
  readonly #lastWrites = new Map<string, number>()
  #statements = 0

  add(text: string): void {
    // Most statements only read.
    if (text.startsWith('select')) return
    // Those that are written as a template begin with a line break.
    for (const table of listWrittenTables(text.trimStart())) this.#lastWrites.set(table, ++this.#statements)
  }

  /** Returns a function that returns the tables that were written to since the call. */
  follow(): () => ReadonlySet<string> {
    const before = this.#statements
    return () => new Set([...this.#lastWrites].flatMap(([table, statement]) => (statement > before ? [table] : [])))
  }
}

const write = String.raw`(?:insert (?:or \w+ )?into|update|delete from)\s+"?(\w+)`
const writePattern = new RegExp(`^${write}`)
const innerWritePattern = new RegExp(String.raw`\b${write}`, 'g')

function listWrittenTables(text: string): string[] {
  if (text.startsWith('with ')) return [...text.matchAll(innerWritePattern)].map(([, table = '']) => table)
  const [, table] = writePattern.exec(text) ?? []
  return table === undefined ? [] : [table]
}

/** What a measurement may use. */
export interface Bench {
  /** A temporary folder, deleted at the end. */
  folder: string
  /** Fills a book with orders and the account `benchCredentials` at the first call. Returns its data folder, the same for every measurement. */
  book: () => Promise<string>
  /** The data folders or database URLs given with `--books`, to compare books of several sizes. */
  books: readonly string[]
  /** The names given with `--only`, to measure a part of a subject; none for all of it. */
  only: readonly string[]
  /** Another binary of Kontor to compare with, and the data folder of a book that it has filled. */
  against: { binary: string; book: string } | undefined
}

/** Measures one subject and prints the results. */
export type Measurement = (bench: Bench) => Promise<void>

/** The items named with `--only`, all of them without; throws for a name that no item has. */
export function pickNamed<Item extends { name: string }>(items: readonly Item[], only: readonly string[]): Item[] {
  const names = items.map(({ name }) => name)
  const unknown = only.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`)
  return items.filter(({ name }) => only.length === 0 || only.includes(name))
}

/** The middle value; 0 for none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Prints rows of cells below their headings: the first two columns aligned left, the others right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const align = (cell: string, column: number): string =>
    column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  for (const cells of lines) console.log(cells.map(align).join('  ').trimEnd())
}

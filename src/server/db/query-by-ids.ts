/** How many ids one statement looks up: always as many, so that one compiled statement serves any number of ids. */
const idsPerStatement = 200

/** Runs a compiled query with `idsPerStatement` ids for each part of `ids`, the last filled up with repetitions, and joins the rows. */
export async function queryByIds<Row>(
  ids: readonly string[],
  query: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const part = ids.slice(start, start + idsPerStatement)
    const padding = Array<string>(idsPerStatement - part.length).fill(part[0] ?? '')
    rows.push(...(await query([...part, ...padding])))
  }
  return rows
}

/** Values of the ids while the query is compiled. */
export const idPlaceholders: readonly string[] = Array<string>(idsPerStatement).fill('')

import { strFromU8, unzipSync } from 'fflate'

export type WorkbookCell = { text: string } | { number: string; format: string } | null

/** The cells of each sheet of a workbook by its name, in the order of the sheets; of a number also the format. */
export function readWorkbook(file: Uint8Array): Record<string, WorkbookCell[][]> {
  const files = Object.fromEntries(Object.entries(unzipSync(file)).map(([path, bytes]) => [path, strFromU8(bytes)]))
  const part = (path: string): string => {
    const text = files[path]
    if (text === undefined || !files['[Content_Types].xml']?.includes(`PartName="/${path}"`))
      throw new Error(`no ${path}`)
    return text
  }
  const targets = new Map(
    [...(files['xl/_rels/workbook.xml.rels'] ?? '').matchAll(/Id="(\w+)" [^>]*Target="([^"]+)"/g)].map(
      ([, id, target]) => [id, target],
    ),
  )
  const formats = readFormats(part('xl/styles.xml'))
  return Object.fromEntries(
    [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="(\w+)"/g)].map(([, name, id]) => [
      unescapeXml(name ?? ''),
      readSheet(part(`xl/${targets.get(id ?? '')}`), formats),
    ]),
  )
}

function readFormats(styles: string): string[] {
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const cells = styles.slice(styles.indexOf('<cellXfs'))
  return [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => unescapeXml(codes.get(id ?? '') ?? ''))
}

const readSheet = (sheet: string, formats: readonly string[]): WorkbookCell[][] =>
  [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, row]) => {
    const cells: WorkbookCell[] = []
    for (const [, column = '', isText, style, content = ''] of (row ?? '').matchAll(
      new RegExp(String.raw`<c r="([A-Z])${number}"( t="inlineStr")? s="(\d+)">(.*?)</c>`, 'gs'),
    ))
      cells[column.charCodeAt(0) - 65] = isText
        ? { text: unescapeXml(/<t[^>]*>(.*)<\/t>/s.exec(content)?.[1] ?? '') }
        : { number: /^<v>(.*)<\/v>$/.exec(content)?.[1] ?? '', format: formats[Number(style)] ?? '' }
    return Array.from(cells, (cell) => cell ?? null)
  })

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

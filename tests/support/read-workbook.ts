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
  const formats = [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => unescapeXml(codes.get(id ?? '') ?? ''))
  if (formats[0] !== textFormat) throw new Error('cells without a style are not text')
  return formats
}

const readSheet = (sheet: string, formats: readonly string[]): WorkbookCell[][] =>
  [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, row]) => {
    const cells: WorkbookCell[] = []
    for (const [, column = '', style, isText, content = ''] of (row ?? '').matchAll(
      new RegExp(String.raw`<c r="([A-Z])${number}"(?: s="(\d+)")?( t="inlineStr")?>(.*?)</c>`, 'gs'),
    ))
      cells[column.charCodeAt(0) - 65] = isText
        ? { text: readText(content) }
        : { number: /^<v>(.*)<\/v>$/.exec(content)?.[1] ?? '', format: formats[Number(style)] ?? '' }
    return Array.from(cells, (cell) => cell ?? null)
  })

/** As spreadsheets do, without spaces that the markup does not ask to keep. */
function readText(content: string): string {
  const [, attribute, text = ''] = /<t( xml:space="preserve")?>(.*)<\/t>/s.exec(content) ?? []
  return unescapeXml(attribute ? text : text.trim().replaceAll(/ +/g, ' '))
}

const textFormat = '@'

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

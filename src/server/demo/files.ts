import { crc32, deflateSync } from 'node:zlib'

const size = 160

/** A picture of a round cup, seen from above, whose rim is chipped. */
export function createPng(name: string): File {
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (__, x) => [...colorAt(x - size / 2, y - size / 2)]).flat(),
  ])
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, size)
  header.setUint32(4, size)
  // 8 bits for each of red, green and blue.
  header.setUint16(8, 0x0802)
  const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    toChunk('IHDR', new Uint8Array(header.buffer)),
    toChunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    toChunk('IEND', new Uint8Array()),
  ]
  return new File([signature, ...parts], name, { type: 'image/png' })
}

/** Red, green and blue at a point, measured from the middle. */
function colorAt(x: number, y: number): [number, number, number] {
  const radius = Math.hypot(x, y)
  const isChip = Math.hypot(x - 48, y + 30) < 14
  if (radius > 62 || (isChip && radius > 44)) return [232, 226, 214]
  if (radius > 50) return isChip ? [214, 196, 170] : [44, 74, 122]
  return radius > 40 ? [70, 104, 158] : [150, 108, 62]
}

function toChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(content.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length)
  chunk.set(new TextEncoder().encode(type), 4)
  chunk.set(content, 8)
  view.setUint32(content.length + 8, crc32(chunk.subarray(4, content.length + 8)))
  return chunk
}

/** A page with some lines of Latin text. */
export function createPdf(name: string, lines: readonly string[]): File {
  const escaped = lines.map((line) => line.replaceAll(/[\\()]/g, (character) => `\\${character}`))
  const text = `BT /F1 14 Tf 72 760 Td 22 TL ${escaped.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let content = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = content.length
    content += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = [`0000000000 65535 f `, ...offsets.map((offset) => `${offset} 00000 n `)].join('\n')
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${content.length}\n%%EOF\n`
  return new File([`${content}xref\n0 ${objects.length + 1}\n${table}\n${trailer}`], name, { type: 'application/pdf' })
}

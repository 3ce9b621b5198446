import { Zip, ZipDeflate } from 'fflate'

export interface ZipFile {
  write(part: string | Uint8Array): void
  end(): void
}

/** A zip file in the making: `take` gives what was written since it was called last. Files are written one after the other. */
export function createZip() {
  const encoder = new TextEncoder()
  let written: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    written.push(part)
  })
  const take = (): Uint8Array<ArrayBuffer>[] => {
    const parts = written
    written = []
    return parts
  }
  return {
    open(path: string): ZipFile {
      const file = new ZipDeflate(path, { level: 4 })
      zip.add(file)
      return {
        write: (part) => file.push(typeof part === 'string' ? encoder.encode(part) : part),
        end: () => file.push(new Uint8Array(), true),
      }
    },
    take,
    end() {
      zip.end()
      return take()
    },
  }
}

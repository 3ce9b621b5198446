import { Zip, type ZipInputFile } from 'fflate'
import { constants, crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  write(part: string | Uint8Array): void
  end(): void
}

/** A zip file that is being written: `take` returns the bytes written since its last call. Files are written one after the other. */
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
      const file = new DeflatedFile(path)
      zip.add(file)
      return {
        write: (part) => file.push(typeof part === 'string' ? encoder.encode(part) : part),
        end: () => file.end(),
      }
    },
    take,
    end() {
      zip.end()
      return take()
    },
  }
}

/**
 * A file of a zip, compressed by zlib, which takes a seventh of the time of `fflate`. Each part is compressed by itself and ends at a whole byte, so
 * that one follows the other.
 */
class DeflatedFile implements ZipInputFile {
  readonly filename: string
  readonly compression = 8
  size = 0
  crc = 0
  ondata?: NonNullable<ZipInputFile['ondata']>

  constructor(filename: string) {
    this.filename = filename
  }

  push(part: Uint8Array): void {
    this.size += part.length
    this.crc = crc32(part, this.crc)
    this.ondata?.(null, deflateRawSync(part, { level: 2, finishFlush: constants.Z_SYNC_FLUSH }), false)
  }

  end(): void {
    this.ondata?.(null, lastBlock, true)
  }
}

/** An empty block that ends a compressed file. */
const lastBlock = new Uint8Array([3, 0])

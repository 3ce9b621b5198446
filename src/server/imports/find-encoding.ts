import { assertDecodable, detectEncoding, findMarkedEncoding, readSlices } from '#server/imports/encoding.ts'

/** The encoding of a text, and whether only its letters suggest it. */
export interface FoundEncoding {
  encoding: string
  /** Nearly every file can be read as Windows-1252, so people must check that its names are right. */
  isGuessed: boolean
}

/**
 * The encoding in which a whole file can be read: that of its mark, the declared one, or UTF-8, in which hardly any other text is valid. Programs that write
 * another one rarely say so: a text that is no valid UTF-8 is read as GB18030 or Windows-1252 if it is plausible in one of them alone. Throws
 * `not-an-order-export` with the first invalid line.
 */
export async function findEncoding(file: Blob, declared: string | undefined): Promise<FoundEncoding> {
  const encoding = await detectEncoding(file, declared)
  try {
    await assertDecodable(file, encoding)
    return { encoding, isGuessed: false }
  } catch (error) {
    const isStated = declared !== undefined || (await findMarkedEncoding(file)) !== undefined
    const guess = isStated ? undefined : await guessEncoding(file)
    if (guess === undefined) throw error
    await assertDecodable(file, guess)
    return { encoding: guess, isGuessed: guess === 'windows-1252' }
  }
}

/** What the text of a file looks like, which is no UTF-8; undefined if that is open. */
export async function guessEncoding(file: Blob): Promise<'gb18030' | 'windows-1252' | undefined> {
  const letters = new LetterCounts()
  for await (const bytes of readSlices(file)) letters.read(bytes)
  return letters.guess()
}

/**
 * Counts the bytes beyond ASCII of a text. The common Chinese characters are two of them each, in a range of their own. In western languages most such
 * letters are alone between others of ASCII; Cyrillic and Greek words consist of them, and other encodings have letters where Windows-1252 has signs.
 */
class LetterCounts {
  #chinese = 0
  #notChinese = 0
  #western = 0
  #notWestern = 0
  /** The bytes beyond ASCII in sequence, the last of them; and the byte before. */
  #run: number[] = []
  #before = space

  read(bytes: Uint8Array): void {
    for (const byte of bytes)
      if (byte > 0x7f) {
        this.#run.push(byte)
        if (this.#run.length === maxRunLength) this.#endRun(space)
      } else {
        if (this.#run.length > 0) this.#endRun(byte)
        this.#before = byte
      }
  }

  guess(): 'gb18030' | 'windows-1252' | undefined {
    this.#endRun(space)
    // A single pair may be two letters as well.
    if (this.#chinese > 1 && this.#chinese >= 2 * this.#notChinese) return 'gb18030'
    return this.#western > 9 * this.#notWestern ? 'windows-1252' : undefined
  }

  #endRun(after: number): void {
    const run = this.#run
    const isInWord = isLetter(this.#before) && isLetter(after)
    for (let at = 0; at < run.length; at += 2) {
      const [lead = 0, trail = 0] = [run[at], run[at + 1]]
      const isPair = trail >= 0xa1
      // Two capitals, as in `DESCRIÇÃO` and `GRÖßE`, are more likely within a word than one Chinese character.
      if (isPair && lead >= 0xb0 && lead <= 0xd7) this.#chinese += isInWord && run.length === 2 ? 0 : 1
      // The signs of both languages do not count.
      else if (!isPair || lead < 0xa1 || lead > 0xa9) this.#notChinese += 1
    }
    if (run.length > 2 || run.some((byte) => !isWestern(byte, isInWord))) this.#notWestern += 1
    else if (run.length > 0) this.#western += 1
    this.#run = []
  }
}

const space = 0x20
/** An even number, so that pairs stay together. */
const maxRunLength = 1024

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** Whether a text in Windows-1252 may have a byte there: within words only letters and apostrophes, and no letter that another encoding uses far more often. */
function isWestern(byte: number, isInWord: boolean): boolean {
  if (byte >= 0xc0) return !rareLetters.has(byte)
  return isInWord ? byte === apostrophe || byte === ligature : !unusedBytes.has(byte)
}

/** `Ð`, `Ý`, `Þ`, `ð`, `ý`, `þ` and `ÿ`, in whose places Turkish, Czech and Russian have letters that are frequent. */
const rareLetters = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe, 0xff])
const [apostrophe, ligature] = [0x92, 0x9c]
/** Without a meaning, and letters of Central Europe, where old programs have `ä`, `ö` and `ü`. */
const unusedBytes = new Set([0x81, 0x83, 0x8a, 0x8d, 0x8e, 0x8f, 0x90, 0x9a, 0x9d, 0x9e, 0x9f])

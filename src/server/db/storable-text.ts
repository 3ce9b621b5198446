/** Whether both databases can store a text: it contains neither U+0000 nor lone surrogates. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The JSON pointer of the first text in a value that the databases cannot store; that of the object for the name of a field. Undefined without one. */
export function findUnstorableText(value: unknown, pointer = ''): string | undefined {
  const pending: { value: unknown; pointer: string }[] = [{ value, pointer }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: found, pointer: at } = next
    if (typeof found === 'string') {
      if (!isStorableText(found)) return at
    } else if (typeof found === 'object' && found !== null && !(found instanceof Blob)) {
      const entries = Object.entries(found)
      if (entries.some(([name]) => !isStorableText(name))) return at
      for (const [name, item] of entries.toReversed())
        pending.push({ value: item, pointer: `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` })
    }
  }
  return undefined
}

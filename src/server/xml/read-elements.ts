import type { TextChunk } from '#server/imports/encoding.ts'
import { parser as createParser } from 'sax'

/** An error in XML and its line, from 1: not well formed or too large, truncated, or with entity declarations. */
export class XmlError extends Error {
  readonly why: 'xml' | 'truncated' | 'entities'
  readonly line: number

  constructor(why: XmlError['why'], line: number) {
    super(`${why} at line ${line}`)
    this.why = why
    this.line = line
  }
}

/** An element with its local name, its attributes, the text directly in it with all its spaces, and its children in order. */
export interface XmlElement {
  name: string
  text: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
}

/** No statement or workbook is nested deeper or has longer text, so such a file is an attack. */
const maxDepth = 40
const maxTextLength = 16 * 1024
const maxElements = 200_000
/** Characters of the texts and attributes of one child. */
const maxChildLength = 16 * 1024 * 1024
const maxAttributes = 200

/**
 * The children of each `parent` with one of these names, each as soon as it is complete, so that no more than one of them is in memory; and
 * the parent itself, without children, when it ends. An empty text is an error unless it `isOptional`. Throws `XmlError` for XML that is not well formed, ends early, or declares
 * entities.
 */
export async function* readElements(
  chunks: AsyncIterable<TextChunk>,
  { parent, names }: { parent: string; names: readonly string[] },
  isOptional = false,
): AsyncGenerator<XmlElement> {
  let found: XmlElement[] = []
  const parser = createParser(true, { trim: false, normalize: false })
  const fail = (why: XmlError['why']): never => {
    throw new XmlError(why, parser.line + 1)
  }
  /** The local names of the elements that are open. */
  const path: string[] = []
  /** The elements that are open within the child that is read. */
  let open: XmlElement[] = []
  let count = 0
  let length = 0
  let attributeCount = 0
  parser.onerror = () => fail('xml')
  parser.ondoctype = () => fail('entities')
  parser.onopentagstart = () => {
    attributeCount = 0
  }
  parser.onattribute = () => {
    if (++attributeCount > maxAttributes) fail('xml')
  }
  parser.onopentag = ({ name: qualified, attributes }) => {
    const name = localName(qualified)
    if (path.length >= maxDepth) fail('xml')
    if (open.length > 0 || (path.at(-1) === parent && names.includes(name))) {
      for (const attribute in attributes) length += attribute.length + String(attributes[attribute]).length
      if (++count > maxElements || length > maxChildLength) fail('xml')
      const element = { name, text: '', attributes: attributes as Record<string, string>, children: [] }
      open.at(-1)?.children.push(element)
      open.push(element)
    }
    path.push(name)
  }
  parser.ontext = parser.oncdata = (text) => {
    const element = open.at(-1)
    if (!element) return
    length += text.length
    if (element.text.length + text.length > maxTextLength || length > maxChildLength) fail('xml')
    element.text += text
  }
  parser.onclosetag = () => {
    const name = path.pop()
    const element = open.pop()
    if (element) {
      if (open.length > 0) return
      found.push(element)
      count = 0
      length = 0
    } else if (name === parent) found.push({ name: parent, text: '', attributes: {}, children: [] })
  }
  let hasText = false
  for await (const { text } of chunks) {
    hasText ||= text !== ''
    parser.write(text)
    const complete = found
    found = []
    yield* complete
  }
  if (!hasText && isOptional) return
  parser.close()
  if (!hasText || path.length > 0) fail('truncated')
  yield* found
  open = []
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The first descendant along a path of names. */
export function findElement(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let at = element
  for (const name of path) at = at?.children.find((child) => child.name === name)
  return at
}

/** The text of that descendant without spaces around it; empty without one. */
export const findText = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  findElement(element, ...path)?.text.trim() ?? ''

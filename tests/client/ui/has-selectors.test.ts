import { expect, test } from 'bun:test'

const clientFolder = 'src/client'

/** The selectors of the rules of a stylesheet, without those for print. */
function listSelectors(css: string): string[] {
  const selectors: string[] = []
  let printDepth = 0
  for (const [, before = '', brace] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{}])|;/g)) {
    if (brace === '}') printDepth = Math.max(0, printDepth - 1)
    else if (printDepth > 0 || /^\s*@media print/.test(before)) printDepth++
    else if (!before.trim().startsWith('@')) selectors.push(...splitOutside(before, /,/))
  }
  return selectors.map((selector) => selector.trim())
}

/** Splits a selector where a separator is not in parentheses or brackets. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    depth += /[([]/.test(char) ? 1 : /[)\]]/.test(char) ? -1 : 0
    if (depth === 0 && separator.test(char)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.filter((part) => part.trim() !== '')
}

/** Whether a selector has `:has()` before its last part, and a last part that is not limited to a class: a tag, an attribute or anything. */
function isBroad(selector: string): boolean {
  const compounds = splitOutside(selector, /[\s>+~]/)
  const last = compounds.pop() ?? ''
  return compounds.some((compound) => compound.includes(':has(')) && !/^(:is\()?[\w-]*[.#]/.test(last)
}

test('rules with :has() end in a class', async () => {
  expect(['a:has(b) td', '.a:has(> b) .c > *', '.a:has(b) :is(td, th)'].map(isBroad)).toEqual([true, true, true])
  expect(['.a:has(b)', 'tr:has(b) .c', '.a td:has(b)', '.a:has(b c) > :is(.c, .d)'].some(isBroad)).toBe(false)
  const broad: string[] = []
  for (const name of new Bun.Glob('**/*.css').scanSync(clientFolder)) {
    const selectors = listSelectors(await Bun.file(`${clientFolder}/${name}`).text())
    broad.push(...selectors.filter(isBroad).map((selector) => `${name}: ${selector}`))
  }
  expect(broad).toEqual([])
})

import { FinanceName } from '#client/app/finance-name.tsx'
import type { ReactNode } from 'react'

/** A text with the parts in bold that were typed, whatever their case. */
export function highlight(text: string, typed: string): ReactNode {
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0) return <FinanceName text={text} />
  const pattern = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)).join('|')
  // Every second part is one that the pattern matches.
  return text.split(new RegExp(`(${pattern})`, 'iu')).map((part, index) => {
    const shown = <FinanceName key={String(index)} text={part} />
    return index % 2 === 1 ? <b key={String(index)}>{shown}</b> : shown
  })
}

import type { MarkupCache, RowCache } from '#client/app/page-context.tsx'
import { createRecentValues } from '#server/http/recent-values.ts'
import { type Locale, locales } from '#shared/locales.ts'
import { renderToString } from 'react-dom/server'

/** Of about 5 KB each. */
const maxKeptParts = 500
const keptParts = createRecentValues<string>(maxKeptParts)
const partIds = new Map<object, number>()

/** Keeps the markup of parts of pages by all that they show (`client/app/kept.tsx`), for all users of this process. */
export const markupCache: MarkupCache = (part, key, render) => {
  const id = partIds.getOrInsertComputed(part, () => partIds.size)
  return keptParts.getOrInsertComputed(`${id} ${key}`, () => renderToString(render()))
}

/** Of about 2 KB each, with their keys. */
const maxKeptRows = 2000
const keptRows = createRecentValues<string>(maxKeptRows)
/** Rows that were not read again are the same objects. */
const rowTexts = new WeakMap<object, string>()
const sharedIds = createRecentValues<number>(maxKeptParts)
let sharedCount = 0

/** Keeps the markup of rows in a language (`client/list/list-rows.tsx`), for all users of this process. */
const createRowCache =
  (locale: Locale): RowCache =>
  (shared) => {
    // A number in place of what all rows have in common, which would be most of their keys. None is given twice.
    const id = sharedIds.getOrInsertComputed(`${locale} ${shared}`, () => sharedCount++)
    return (row, phase, render) => {
      const text = rowTexts.getOrInsertComputed(row, () => JSON.stringify(row))
      return keptRows.getOrInsertComputed(`${id} ${phase} ${text}`, render)
    }
  }

export const rowCaches = Object.fromEntries(locales.map((locale) => [locale, createRowCache(locale)])) as Readonly<
  Record<Locale, RowCache>
>

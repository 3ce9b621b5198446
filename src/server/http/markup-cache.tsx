import type { MarkupCache, RowCache } from '#client/app/page-context.tsx'
import { createRecentValues } from '#server/http/recent-values.ts'
import { type Locale, locales } from '#shared/locales.ts'
import { renderToString } from 'react-dom/server'

/** Each takes about 5 KB. */
const maxKeptParts = 500
const keptParts = createRecentValues<string>(maxKeptParts)
const partIds = new Map<object, number>()

/** Caches the markup of parts of pages (`client/app/cached-markup.tsx`), for all users of this process. */
export const markupCache: MarkupCache = (viewer) => {
  const viewerId = numberOf(viewer)
  return (part, key, render) => {
    const id = partIds.getOrInsertComputed(part, () => partIds.size)
    return keptParts.getOrInsertComputed(`${id} ${viewerId} ${key}`, () => renderToString(render()))
  }
}

interface KeptRow {
  row: object
  phase: string
  markup: string
}

/** Each takes about 1 KB. */
const maxKeptRows = 2000
const keptRows = createRecentValues<KeptRow>(maxKeptRows)

/** Caches the markup of rows in a language (`client/list/list-rows.tsx`), for all users of this process. */
const createRowCache =
  (locale: Locale): RowCache =>
  (shared) => {
    const id = numberOf(`${locale} ${shared}`)
    return (key, row, phase, render) => {
      const kept = keptRows.getOrInsertComputed(`${id} ${key}`, () => ({ row, phase, markup: render() }))
      // Rows that were not read again are the same objects.
      if (kept.phase !== phase || (kept.row !== row && !Bun.deepEquals(kept.row, row)))
        Object.assign(kept, { phase, markup: render() })
      kept.row = row
      return kept.markup
    }
  }

export const rowCaches = Object.fromEntries(locales.map((locale) => [locale, createRowCache(locale)])) as Readonly<
  Record<Locale, RowCache>
>

const numbers = createRecentValues<number>(maxKeptParts)
let numberCount = 0

/** A unique number for a text that many keys share, so that the keys are short. */
const numberOf = (text: string): number => numbers.getOrInsertComputed(text, () => numberCount++)

import { flag, optionalInput, valueList, wholeNumber } from '#shared/inputs.ts'
import { columnListNames } from '#shared/list/column-lists.ts'
import { columnWidthLimits } from '#shared/list/column-widths.ts'
import { densities } from '#shared/list/list.ts'
import * as z from 'zod/mini'

const columnId = z.string().check(z.maxLength(40, 'too-long'))

export const columnListParams = z.object({ list: z.enum(columnListNames) })
export const columnParams = z.object({ list: z.enum(columnListNames), column: columnId })

/** In pixels at a font size of 16 px. */
const columnWidth = wholeNumber(columnWidthLimits.minimum, columnWidthLimits.maximum)
const columnWidths = z.record(z.string(), columnWidth)

/**
 * The columns that a table shows, in their order, their widths, and how high its rows are (by default as the list declares it). `move` is a button of the form without script: it moves one of them, `memo up`. `reset` goes
 * back to the columns of the list.
 */
export const chooseColumnsInput = z.object({
  columns: valueList(columnId),
  /** By the ids of the columns; a column without one is as wide as what it shows. */
  widths: z._default(z.record(columnId, optionalInput(columnWidth)), () => ({})),
  density: optionalInput(z.enum(densities)),
  move: optionalInput(z.string().check(z.regex(/^[\w-]{1,40} (up|down)$/, 'choice'))),
  reset: flag,
  /** The view whose columns these are, rather than the user's own. */
  view: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

/** `columns` is null for the columns of the list. */
export const chosenColumns = z.object({
  columns: z.nullable(z.array(z.string())),
  widths: columnWidths,
  density: z.enum(densities),
})

/** The width of one column; without it, it is as wide as what it shows. */
export const resizeColumnInput = z.object({
  width: optionalInput(columnWidth),
  /** The view whose column it is, rather than the user's own. */
  view: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

/** The widths of all columns that have one. */
export const resizedColumns = z.object({ widths: columnWidths })

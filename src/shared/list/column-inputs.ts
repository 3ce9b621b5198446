import { flag, optionalInput, valueList } from '#shared/inputs.ts'
import { columnListNames } from '#shared/list/column-lists.ts'
import { densities } from '#shared/list/list.ts'
import * as z from 'zod/mini'

export const columnListParams = z.object({ list: z.enum(columnListNames) })

/**
 * The columns that a table shows, in their order, and how high its rows are (by default as the list declares it). `move` is a button of the form without script: it moves one of them, `memo up`. `reset` goes
 * back to the columns of the list.
 */
export const chooseColumnsInput = z.object({
  columns: valueList(z.string().check(z.maxLength(40, 'too-long'))),
  density: optionalInput(z.enum(densities)),
  move: optionalInput(z.string().check(z.regex(/^[\w-]{1,40} (up|down)$/, 'choice'))),
  reset: flag,
  /** The view whose columns these are, rather than the user's own. */
  view: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

/** `columns` is null for the columns of the list. */
export const chosenColumns = z.object({ columns: z.nullable(z.array(z.string())), density: z.enum(densities) })

import { flag, optionalInput, optionalLine, singleLine } from '#shared/inputs.ts'
import { viewListNames } from '#shared/list/view-lists.ts'
import { count } from '#shared/list/count.ts'
import * as z from 'zod/mini'

/** How many views of a list one person can have, and how many are shared. */
export const maxViews = 50
export const maxSharedViews = 100

/** Longest name of a view. */
const nameMaxLength = 60

/** In the query of a page: the saved view to change, or `new` to save one. */
export const openView = optionalInput(z.string().check(z.maxLength(40, 'too-long')))

/** In the query of a page: whether the menu with the filters is open, which only browsers without script ask for. */
export const openMenu = optionalInput(z.literal('filter'))

export const viewListParams = z.object({ list: z.enum(viewListNames) })
export const viewParams = z.object({ view: z.string().check(z.maxLength(40, 'too-long')) })

/** The parameters of the list as in its URL, without the `?`. */
const viewQuery = z.string().check(z.maxLength(2000, 'too-long'))

/**
 * A new view, or with `replaces` the filter and sort of one that exists, which keeps its name. With `layout` it keeps the columns and the density
 * that the user sees.
 */
export const saveViewInput = z.object({
  viewName: optionalLine(nameMaxLength),
  query: viewQuery,
  shared: flag,
  layout: flag,
  replaces: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

/** The view with which the user's navigation opens the list; none without it. */
export const chooseDefaultViewInput = z.object({ view: optionalInput(z.string().check(z.maxLength(40, 'too-long'))) })
export const defaultView = z.object({ view: z.nullable(z.string()) })

export const changeViewInput = z.object({ viewName: singleLine(nameMaxLength), shared: flag })

/** A saved view of a list. */
export const listView = z.object({
  id: z.string(),
  name: z.string(),
  /** The list with its filter and sort. */
  href: z.string(),
  /** Whether everyone who may see the list has it. */
  isShared: z.boolean(),
  /** Who saved it; null for the user's own. */
  owner: z.nullable(z.string()),
  /** Whether the user's navigation opens the list with it. */
  isDefault: z.boolean(),
  /** Whether it stores columns and a density. */
  hasLayout: z.boolean(),
  /** Whether the user may rename, replace, share and remove it. */
  canChange: z.boolean(),
})
export type ListView = z.infer<typeof listView>

export const savedView = z.object({ view: listView })
export const removedView = z.object({ removed: z.literal(true) })

/** The filter whose rows are counted, as in the URL of the list; by default all rows. */
export const countMatchesQuery = z.object({ query: z._default(viewQuery, '') })

/** How many rows match; null for a filter with a value that is not valid, and for a search that takes too long to count. */
export const matchCount = z.object({ count: z.nullable(count) })

/** How many rows each view has, by its id. */
export const viewCounts = z.object({ counts: z.record(z.string(), count) })

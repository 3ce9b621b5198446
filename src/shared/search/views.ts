import * as z from 'zod/mini'

/** What the search everywhere finds, in the order in which it lists them. */
const foundKinds = ['order', 'customer', 'user', 'entry', 'import', 'job'] as const

/** Something that was found: where it leads, what it is called, and what else says which one it is. */
const foundItem = z.object({
  kind: z.enum(foundKinds),
  /** Its number, or the id of a user or a job. */
  key: z.string(),
  title: z.string(),
  note: z.string(),
  /** Whether the searched text is its number. */
  isExact: z.boolean(),
})
export type FoundItem = z.infer<typeof foundItem>

export const foundItems = z.object({
  items: z.array(foundItem),
  /** Numbers of orders that differ from the searched one in one digit, or in two neighbors that are swapped; only if nothing has that number. */
  similar: z.array(z.object({ number: z.string(), written: z.string() })),
  /** Whether more orders match than are listed. */
  hasMore: z.boolean(),
})
export type FoundItems = z.infer<typeof foundItems>

export const searchEverythingQuery = z.object({
  text: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'too-long')),
})

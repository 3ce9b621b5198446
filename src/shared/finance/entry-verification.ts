import * as z from 'zod/mini'

/** What is checked of one entry: its own hash, those of its neighbors in the chain, its sums and the number of its postings. */
const entryChecks = ['hash', 'previous', 'next', 'balanced', 'complete'] as const

export const entryVerification = z.object({
  number: z.int(),
  /** The hash that follows from what is stored. */
  hash: z.string(),
  /** `passed` is null where there is nothing to compare: the last entry has no next one. */
  checks: z.array(z.object({ id: z.enum(entryChecks), passed: z.nullable(z.boolean()) })),
})
export type EntryVerification = z.infer<typeof entryVerification>

import * as z from 'zod/mini'

/** How many rows a list has: exact up to 10,000, a lower bound above. */
export const count = z.union([z.object({ exact: z.int() }), z.object({ atLeast: z.int() })])
export type Count = z.infer<typeof count>

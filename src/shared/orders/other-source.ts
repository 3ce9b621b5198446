import { ownSource } from '#shared/orders/draft.ts'
import * as z from 'zod/mini'

/** The name of the system that orders or customers come from, such as `web-shop`; not that of Kontor. */
export const otherSource = z.string().check(
  z.trim(),
  z.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'source'),
  z.refine((name) => name !== ownSource, 'source'),
)

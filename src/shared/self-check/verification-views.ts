import { checkIds } from '#shared/self-check/checks.ts'
import * as z from 'zod/mini'

/** The result of one check, which passes when no row violates it. */
const check = z.object({
  id: z.enum(checkIds),
  passed: z.boolean(),
  /** The number of rows examined. */
  examined: z.int(),
  /** The first rows that violate it, each as a short text that names table and key. */
  violations: z.array(z.string()),
})

const chainHead = z.object({ seq: z.int(), hash: z.string() })

export const verification = z.object({
  at: z.int(),
  checks: z.array(check),
  /** Events that are recorded and not sealed yet. */
  unsealedEvents: z.int(),
  /** The number and hash of the last ledger entry and of the last sealed event; 0 and empty for none. */
  heads: z.object({ ledger: chainHead, events: chainHead }),
})

export type Verification = z.infer<typeof verification>

/** A verification that is running: the share that is done, from 0 to 1, and the checks that are. */
export interface VerificationProgress {
  share: number
  checks: Verification['checks']
}

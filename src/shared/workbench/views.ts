import * as z from 'zod/mini'
import type { Verification } from '#shared/finance/views.ts'

/** What `/test` shows. The self-check is there only for those who may verify the books and only on its tab. */
export interface WorkbenchView {
  tab: 'components' | 'self-check'
  canVerify: boolean
  verification: Verification | null
}

/** The answer to the nested form. `totalMinor` is in minor units of `currency`. */
export const quoteView = z.object({ itemCount: z.int(), totalMinor: z.int(), currency: z.string() })

import * as z from 'zod/mini'
import type { BackupStatus } from '#shared/backup/views.ts'
import type { Verification, VerificationProgress } from '#shared/self-check/verification-views.ts'
import type { workbenchTabs } from '#shared/workbench/inputs.ts'

/** What `/test` shows. The self-check is there only for those who may verify the books and only on its tab, the backups likewise. */
export interface WorkbenchView {
  tab: (typeof workbenchTabs)[number]
  verification: Verification | null
  /** While the self-check is running. */
  progress: VerificationProgress | null
  canViewBackups: boolean
  /** Null without a schedule. */
  backups: BackupStatus | null
}

/** The answer to the nested form. `totalMinor` is in minor units of `currency`. */
export const quoteView = z.object({ itemCount: z.int(), totalMinor: z.int(), currency: z.string() })

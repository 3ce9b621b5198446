import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { watchVerification } from '#server/self-check/verification-run.ts'

/** Loads the workbench. The self-check reads every row of the books, so it runs only on its own tab. */
export const loadWorkbench: Loader<'test'> = async (context, { tab = 'components' }) => {
  const isChecking = tab === 'self-check' && hasPermission(context, 'books.verify')
  const selfCheck = isChecking ? await watchVerification(context.kontor, selfCheckWaitMs) : {}
  const canViewBackups = hasPermission(context, 'backups.view')
  const backups = (tab === 'backups' && canViewBackups && context.kontor.backups) || null
  return { tab, canViewBackups, backups, verification: null, progress: null, ...selfCheck }
}

/** Then the page shows the progress of the self-check. */
const selfCheckWaitMs = 2000

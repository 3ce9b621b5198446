import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { call, CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { notify } from '#client/ui/notifications.tsx'
import type { UserRow } from '#shared/staff/views.ts'

/** Returns a rejected account to the access requests, for the notification of the rejection; calls `onDone` with the account's id. */
export function useUndoReject(onDone: (userId: string) => void) {
  const { common, staff } = useStaffMessages()
  return async ({ id, name }: Pick<UserRow, 'id' | 'name'>): Promise<void> => {
    try {
      await call('reopenUser', { id })
      notify({ title: staff.reopened(name), kind: 'success' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notify({ kind: 'error', ...describeProblem(error.problem, common) })
    }
    onDone(id)
  }
}

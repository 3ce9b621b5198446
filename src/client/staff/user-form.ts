import type { FormOutcome } from '#shared/page-state.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** What every form with one action on an account needs. */
export interface UserFormProps<User = UserRow> {
  user: User
  /** The page's `form`: the outcome when it was sent without script. */
  form: FormOutcome | null
  /** Called after the action with the id of the account: loads the page again and moves the focus. */
  onDone: (userId: string) => void
}

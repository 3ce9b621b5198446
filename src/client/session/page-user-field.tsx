import { useSession } from '#client/app/page-context.tsx'
import { pageUser } from '#shared/constants.ts'

/** The hidden field of a form by which the server knows for whom the page was loaded; calls send it as a header. */
export function PageUserField() {
  const { user } = useSession()
  return user && <input type="hidden" name={pageUser.field} value={user.id} />
}

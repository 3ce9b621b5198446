import { ConfirmDialog } from '#client/sign-in/confirm-dialog.tsx'
import { LoginDialog } from '#client/sign-in/login-dialog.tsx'
import { UserChangedDialog } from '#client/sign-in/user-changed-dialog.tsx'

/** The dialogs about the session of the page. */
export const SessionDialogs = () => (
  <>
    <LoginDialog />
    <ConfirmDialog />
    <UserChangedDialog />
  </>
)

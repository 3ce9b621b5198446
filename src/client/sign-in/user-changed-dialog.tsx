import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useSyncExternalStore } from 'react'
import { userChange } from '#client/session/user-change.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

/** Opens over the page when another user has logged in: what was typed stays, and is not sent as someone else. */
export function UserChangedDialog() {
  const words = useSignInMessages().userChanged
  const change = useSyncExternalStore(userChange.subscribe, userChange.change, () => null)
  const names = { before: change?.before.name ?? '', now: change?.now.name ?? '' }
  return (
    <Dialog
      open={change !== null}
      size="sm"
      title={words.title(names.now)}
      onClose={userChange.dismiss}
      footer={
        <>
          <Button data-autofocus onClick={userChange.dismiss}>
            {words.stay}
          </Button>
          <Button variant="primary" onClick={() => location.reload()}>
            {words.reload}
          </Button>
        </>
      }
    >
      <p>{words.text(names.before, names.now)}</p>
    </Dialog>
  )
}

import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { loginPrompt } from '#client/session/login-prompt.ts'
import { userChange } from '#client/session/user-change.ts'

const loadDialogs = () => import('#client/sign-in/session-dialogs.tsx')

/** Loads the dialogs about the session when one is needed. Rendered once in the document. */
export function SessionDialogLoader() {
  const [Dialogs, setDialogs] = useState<ComponentType | null>(null)
  const isNeeded = useSyncExternalStore(subscribe, isDialogNeeded, () => false)
  useEffect(() => {
    if (!isNeeded || Dialogs) return
    // Without the dialog the call fails, and its form shows the error.
    loadDialogs().then(({ SessionDialogs }) => setDialogs(() => SessionDialogs), loginPrompt.cancel)
  }, [isNeeded, Dialogs])
  return Dialogs && <Dialogs />
}

const isDialogNeeded = (): boolean =>
  loginPrompt.user() !== null || loginPrompt.factors() !== null || userChange.change() !== null

function subscribe(listener: () => void): () => void {
  const unsubscribe = [loginPrompt.subscribe(listener), userChange.subscribe(listener)]
  return () => {
    for (const stop of unsubscribe) stop()
  }
}

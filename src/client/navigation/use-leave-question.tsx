import { useMessages } from '#client/app/page-context.tsx'
import { guardNavigation, navigate } from '#client/navigation/router.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/**
 * Asks before a page with unsaved changes is left: in a dialog of its own for links and the close button, with the browser's question for
 * reloading or closing the tab. `allow` lets the next navigation through; `dialog` belongs into the page.
 */
export function useLeaveQuestion(hasUnsavedChanges: boolean): { allow: () => void; dialog: ReactNode } {
  const { unsaved } = useMessages().common
  const [target, setTarget] = useState<string | null>(null)
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!hasUnsavedChanges) return undefined
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!isAllowed.current) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    const release = guardNavigation((url) => {
      if (isAllowed.current) return true
      setTarget(url)
      return false
    })
    return () => {
      removeEventListener('beforeunload', onUnload)
      release()
    }
  }, [hasUnsavedChanges])

  const allow = (): void => {
    isAllowed.current = true
  }
  const keep = (): void => setTarget(null)
  const discard = (): void => {
    allow()
    if (target !== null) navigate(target)
  }
  return {
    allow,
    dialog: target !== null && (
      <Dialog
        open
        size="sm"
        onClose={keep}
        title={unsaved.title}
        description={unsaved.text}
        footer={
          <>
            <Button data-autofocus onClick={keep}>
              {unsaved.keep}
            </Button>
            <Button variant="danger" onClick={discard}>
              {unsaved.discard}
            </Button>
          </>
        }
      />
    ),
  }
}

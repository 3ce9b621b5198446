import { useMessages } from '#client/app/page-context.tsx'
import { notify } from '#client/ui/notifications.tsx'

/** Returns a function that copies a text to the clipboard and says so, or that the browser did not allow it: it does on a page loaded over HTTPS or from this machine. */
export function useCopy(): (text: string, description?: string) => Promise<void> {
  const { common } = useMessages()
  return async (text, description) => {
    try {
      await navigator.clipboard.writeText(text)
      notify({ title: common.copied, description })
    } catch {
      notify({ kind: 'error', title: common.notCopied })
    }
  }
}

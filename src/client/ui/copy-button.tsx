import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'

/** A small button that copies `text` to the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { common } = useMessages()
  return (
    <button
      type="button"
      className="copy needs-script"
      aria-label={label}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => notify({ title: common.copied, description: text }))
      }}
    >
      <Icon name="copy" />
    </button>
  )
}

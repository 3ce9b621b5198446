import { Icon } from '#client/ui/icon.tsx'
import { useCopy } from '#client/ui/use-copy.ts'

/** A small button that copies `text` to the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy()
  return (
    <button type="button" className="copy needs-script" aria-label={label} onClick={() => void copy(text, text)}>
      <Icon name="copy" />
    </button>
  )
}

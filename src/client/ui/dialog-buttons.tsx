import { useMessages } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import type { ReactNode } from 'react'

interface DialogButtonsProps {
  /** Where the link goes, which works without script: the page without the dialog. */
  closeHref: string
  /** What the link does that goes there; "Cancel" by default. */
  keep?: string | undefined
  /** Whether the dialog opens with the focus on that link. */
  autoFocus?: boolean
  /** The buttons that send the form. */
  children?: ReactNode
}

/** The end of a form in a dialog. It stays in sight while a long form scrolls. */
export function DialogButtons({ closeHref, keep, autoFocus = false, children }: DialogButtonsProps) {
  const { common } = useMessages()
  return (
    <div className="dialog-form__buttons">
      <ButtonLink href={closeHref} data-scroll="keep" data-autofocus={autoFocus || undefined}>
        {keep ?? common.cancel}
      </ButtonLink>
      {children}
    </div>
  )
}

import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'

/** The end of a form that checks a file, or imports it at once. */
export function ImportButtons({ closeHref }: { closeHref: string }) {
  const words = useFileImportMessages()
  return (
    <DialogButtons closeHref={closeHref}>
      <SubmitButton name="dryRun" value="1">
        {words.check}
      </SubmitButton>
      <SubmitButton variant="primary">{words.import}</SubmitButton>
    </DialogButtons>
  )
}

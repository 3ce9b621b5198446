import { navigate, revalidate } from '#client/navigation/router.ts'
import { SecretLink, type SecretLinkProps } from '#client/staff/secret-link.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { EndpointName, OutputOf } from '#shared/routes/endpoints.ts'
import { type ReactNode, useState } from 'react'

interface SecretDialogProps<Name extends EndpointName> {
  endpoint: Name
  /** Values of hidden fields. */
  hiddenValues?: Partial<Record<string, string>>
  outcome: FormOutcome | null
  /** The page without the dialog. */
  closeHref: string
  title: string
  description: string
  size?: 'md' | 'lg'
  /** `another`: the button that shows the form again. */
  words: { submit: string; done: string; another?: string }
  /** The part of the response to show. */
  toSecret: (answer: OutputOf<Name>) => SecretLinkProps & { title: string }
  /** The fields of the form. */
  children?: ReactNode
}

/** A dialog with the form of something that has a secret; then it shows the secret, this once. */
export function SecretDialog<Name extends EndpointName>({
  endpoint,
  hiddenValues = {},
  outcome,
  closeHref,
  title,
  description,
  size = 'md',
  words,
  toSecret,
  children,
}: SecretDialogProps<Name>) {
  const returned = outcome?.endpoint === endpoint ? (outcome.result as OutputOf<Name> | null) : null
  const [answer, setAnswer] = useState(returned)
  const close = { onClose: () => navigate(closeHref), closeHref }
  if (answer) {
    const { title: shownTitle, ...secret } = toSecret(answer)
    return (
      <Dialog open {...close} title={shownTitle}>
        <SecretLink {...secret} autoFocus />
        <div className="dialog-form__buttons">
          {words.another && (
            <Button className="needs-script" onClick={() => setAnswer(null)}>
              {words.another}
            </Button>
          )}
          <ButtonLink variant="primary" href={closeHref} data-scroll="keep">
            {words.done}
          </ButtonLink>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog open size={size} {...close} title={title} description={description}>
      <Form
        endpoint={endpoint}
        hiddenValues={hiddenValues}
        outcome={outcome}
        className="dialog-form"
        onAnswer={(given) => {
          setAnswer(given)
          void revalidate()
        }}
      >
        {children}
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.submit}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

import { useState, type FormEvent } from 'react'
import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { call, CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { createPasskey } from '#client/sign-in/passkey.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

interface PasskeyFormProps {
  closedHref: string
  onAdded: (recoveryCodes: readonly string[] | null) => void
}

/** Adds a passkey: asks for its name, then the browser asks for the passkey. */
export function PasskeyForm({ closedHref, onAdded }: PasskeyFormProps) {
  const { common } = useMessages()
  const { login: texts, cancel } = useAccountMessages()
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    if (label.trim() === '') return setProblem(texts.passkeyNameMissing)
    setBusy(true)
    setProblem(null)
    try {
      const passkey = await createPasskey()
      if (!passkey) return setProblem(texts.passkeyNotAdded)
      onAdded((await call('addPasskey', { label, passkey })).recoveryCodes)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(describeProblem(error.problem, common).description)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void add(event)} noValidate>
      {problem && <Banner kind="error">{problem}</Banner>}
      <TextField
        name="label"
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        maxLength={60}
        autoFocus
        onValue={setLabel}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          {texts.createPasskey}
        </Button>
        <ButtonLink variant="ghost" href={closedHref} data-scroll="keep">
          {cancel}
        </ButtonLink>
      </div>
    </form>
  )
}

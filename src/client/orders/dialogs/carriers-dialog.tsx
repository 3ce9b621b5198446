import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'
import { useRef, useState } from 'react'

interface CarriersDialogProps {
  carriers: readonly CarrierView[]
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** The carriers that users added, with a form that adds one. It stays open until it is closed. */
export function CarriersDialog({ carriers, closeHref, form }: CarriersDialogProps) {
  const words = useOrderMessages().shipping.carriers
  // A form for each carrier that is added, so that it starts empty.
  const list = useRef<HTMLUListElement>(null)
  const [round, setRound] = useState(1)
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.title}
      description={words.text}
      footer={
        <ButtonLink href={closeHref} data-scroll="keep">
          {words.done}
        </ButtonLink>
      }
    >
      {carriers.length === 0 && <p className="sm muted">{words.none}</p>}
      <ul className="carriers" tabIndex={-1} ref={list}>
        {carriers.map((carrier) => (
          <Carrier key={carrier.id} carrier={carrier} form={form} onRemove={() => list.current?.focus()} />
        ))}
      </ul>
      <Form
        key={round}
        endpoint="addCarrier"
        outcome={form}
        className="dialog-form"
        onAnswer={({ carriers: after }) => {
          const added = after.find(({ id }) => carriers.every((carrier) => carrier.id !== id))
          notify({ kind: 'success', title: words.added(added?.name ?? '') })
          setRound(round + 1)
          void revalidate()
        }}
      >
        <TextField name="carrierName" label={words.name} maxLength={60} autoComplete="off" autoFocus />
        <TextField
          name="trackingUrl"
          label={words.trackingUrl}
          hint={words.trackingUrlHint}
          placeholder="https://example.com/track/{number}"
          maxLength={300}
          autoComplete="off"
        />
        <div>
          <SubmitButton variant="primary">{words.add}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

interface CarrierProps {
  carrier: CarrierView
  form: FormOutcome | null
  /** Called before its row disappears, with the button in it that has the focus. */
  onRemove: () => void
}

function Carrier({ carrier: { id, name, trackingUrl }, form, onRemove }: CarrierProps) {
  const words = useOrderMessages().shipping.carriers
  return (
    <li>
      <span className="grow">
        <span className="strong" dir="auto">
          {name}
        </span>
        <span className="xs dimmed mono">{trackingUrl}</span>
      </span>
      <Form
        endpoint="removeCarrier"
        hiddenValues={{ carrier: id }}
        outcome={form}
        onAnswer={() => {
          notify({ kind: 'success', title: words.removed(name) })
          onRemove()
          void revalidate()
        }}
      >
        <SubmitButton size="sm">
          <span aria-hidden>{words.remove}</span>
          <span className="sr-only">{words.removeNamed(name)}</span>
        </SubmitButton>
      </Form>
    </li>
  )
}

import { useMessages } from '#client/app/page-context.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrderView } from '#shared/orders/views.ts'

interface OneClickFormProps {
  order: OrderView
  action: 'confirm' | 'release'
  form: FormOutcome | null
}

const endpoints = { confirm: 'confirmOrder', release: 'releaseOrder' } as const

/** The button of an action that asks for nothing. */
export function OneClickForm({ order, action, form }: OneClickFormProps) {
  const words = useMessages().orders.actions
  return (
    <Form
      endpoint={endpoints[action]}
      hiddenValues={{ number: order.number, version: order.version }}
      outcome={form}
      onAnswer={({ number }) => {
        notify({ kind: 'success', title: words[action].done(number) })
        void revalidate()
      }}
    >
      <SubmitButton variant="primary">{words.names[action]}</SubmitButton>
    </Form>
  )
}

import { shortcutKeys } from '#client/app/keys.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrderAction } from '#shared/orders/actions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'

interface OneClickFormProps {
  order: OrderView
  action: OneClickAction
  form: FormOutcome | null
}

const endpoints = {
  confirm: 'confirmOrder',
  release: 'releaseOrder',
  archive: 'archiveOrder',
  unarchive: 'unarchiveOrder',
} as const satisfies Partial<Record<OrderAction, EndpointName>>

/** The actions without fields. */
export type OneClickAction = keyof typeof endpoints

/** Those that take the order a step on. */
export const nextSteps: readonly OneClickAction[] = ['confirm', 'release']

/** Those that only tidy up. */
export const tidyingActions: readonly OneClickAction[] = ['archive', 'unarchive']

/** The button of an action without fields. */
export function OneClickForm({ order, action, form }: OneClickFormProps) {
  const words = useOrderMessages().orders.actions
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
      <SubmitButton
        variant={nextSteps.includes(action) ? 'primary' : 'default'}
        aria-keyshortcuts={action === 'release' ? shortcutKeys.order.hold : undefined}
      >
        {words.names[action]}
      </SubmitButton>
    </Form>
  )
}

import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Form } from '#client/ui/form.tsx'
import type { NotificationInput } from '#client/ui/notification-store.ts'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { OrderView } from '#shared/orders/views.ts'
import type { EndpointName, OutputOf } from '#shared/routes/endpoints.ts'
import type { ReactNode } from 'react'

/** The endpoints that answer with the order as it is afterwards. */
type OrderEndpoint = {
  [Name in EndpointName]: OutputOf<Name> extends OrderView ? Name : never
}[EndpointName]

interface Props extends OrderDialogProps {
  endpoint: OrderEndpoint
  /** By default the number of the order and the version that the user sees. */
  hiddenValues?: Record<string, string | number>
  title: string
  text: string
  submit: string
  /** The notification after success. */
  done: string | ((order: OrderView) => NotificationInput)
  /** The label of the button that does nothing; "Cancel" by default. */
  keep?: string
  danger?: boolean
  /** Whether there is nothing that must be filled in: the dialog then opens with the focus on the button that does nothing. */
  isOptional?: boolean
  encType?: 'multipart/form-data' | undefined
  children?: ReactNode
}

/** The form of an action on an order in a dialog. After success it closes, and the page shows the order as it is now. */
export function OrderDialog({
  order,
  closeHref,
  form,
  endpoint,
  hiddenValues = { number: order.number, version: order.version },
  title,
  text,
  submit,
  done,
  keep,
  danger,
  isOptional = false,
  encType,
  children,
}: Props) {
  const { orders } = useOrderMessages()
  return (
    <Dialog open onClose={() => navigate(closeHref)} closeHref={closeHref} title={title} description={text}>
      <Form
        endpoint={endpoint}
        hiddenValues={hiddenValues}
        outcome={form}
        action={closeHref}
        encType={encType}
        className="dialog-form"
        onAnswer={(answer) => {
          notify(typeof done === 'string' ? { kind: 'success', title: done } : done(answer))
          navigate(closeHref)
        }}
        onProblem={({ type }) => {
          // Show the order as it is now; what was typed stays.
          if (type === '/problems/changed-meanwhile' || type === '/problems/illegal-transition') {
            notify({ kind: 'warning', title: orders.ship.orderRefreshed })
            void revalidate()
          }
        }}
      >
        {children}
        <DialogButtons closeHref={closeHref} keep={keep} autoFocus={isOptional || children === undefined}>
          <SubmitButton variant={danger ? 'danger' : 'primary'}>{submit}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

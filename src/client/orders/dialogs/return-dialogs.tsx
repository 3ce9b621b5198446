import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { LineQuantityFields, ListError } from '#client/orders/dialogs/line-quantity-fields.tsx'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { itemConditions } from '#shared/orders/return.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ReturnView } from '#shared/orders/document-views.ts'

/** Announces what the customer sends back. */
export function RequestReturnDialog(props: OrderDialogProps) {
  const { orders, returns: words } = useOrderMessages()
  const items = listReturnable(props.order)
  const [onlyItem] = items
  const isSingle = items.length === 1 && onlyItem?.maximum === 1
  return (
    <OrderDialog
      {...props}
      endpoint="requestReturn"
      title={words.request.title(props.order.number)}
      text={words.request.text}
      submit={words.request.submit}
      done={words.request.done(props.order.number)}
    >
      <TextField name="reason" label={orders.actions.reason} maxLength={200} autoFocus />
      <LineQuantityFields
        legend={words.request.items}
        items={items.map((item) => ({ ...item, defaultQuantity: isSingle ? 1 : 0 }))}
      />
      <CheckboxField name="approved" label={words.request.approve} hint={words.request.approveHint} />
    </OrderDialog>
  )
}

/** What was shipped and neither came back nor is announced to. */
function listReturnable({ lines, returns }: OrderView) {
  const awaitedOf = (lineId: string): number =>
    returns
      .flatMap((record) => record.lines)
      .reduce((sum, line) => (line.id === lineId ? sum + line.awaitedQuantity : sum), 0)
  return lines
    .map(({ id, name, shippedQuantity, returnedQuantity }) => ({
      id,
      name,
      maximum: shippedQuantity - returnedQuantity - awaitedOf(id),
    }))
    .filter(({ maximum }) => maximum > 0)
}

interface ReturnDialogProps extends OrderDialogProps {
  record: ReturnView
}

/** What arrived of a return, line by line. */
export function ReceiveReturnDialog({ record, ...props }: ReturnDialogProps) {
  const { returns: words } = useOrderMessages()
  const awaited = record.lines.filter(({ awaitedQuantity }) => awaitedQuantity > 0)
  const nameOf = (lineId: string): string => props.order.lines.find(({ id }) => id === lineId)?.name ?? ''
  return (
    <OrderDialog
      {...props}
      endpoint="receiveReturn"
      hiddenValues={hiddenValuesOf(props.order, record)}
      title={words.receive.title(record.number)}
      text={words.receive.text}
      submit={words.receive.submit}
      done={words.receive.done(record.number)}
    >
      <ListError name="lines" />
      {awaited.map(({ id, awaitedQuantity }, index) => (
        <fieldset key={id} className="receipt">
          <legend dir="auto">{nameOf(id)}</legend>
          <input type="hidden" name={`lines[${index}][id]`} value={id} />
          <TextField
            name={`lines[${index}][quantity]`}
            type="number"
            label={words.receive.quantity(awaitedQuantity)}
            defaultValue={String(awaitedQuantity)}
            inputMode="numeric"
          />
          <SelectField
            name={`lines[${index}][condition]`}
            label={words.receive.condition}
            options={itemConditions.map((value) => ({ value, label: words.conditions[value] }))}
          />
          <CheckboxField name={`lines[${index}][restock]`} label={words.receive.restock} />
        </fieldset>
      ))}
    </OrderDialog>
  )
}

/** Rejects or cancels a return with a reason. */
export function CloseReturnDialog({
  record,
  action,
  ...props
}: ReturnDialogProps & { action: 'rejectReturn' | 'cancelReturn' }) {
  const { orders, returns: words } = useOrderMessages()
  return (
    <OrderDialog
      {...props}
      endpoint={action}
      hiddenValues={hiddenValuesOf(props.order, record)}
      title={words.close[action].title(record.number)}
      text={words.close[action].text}
      submit={words.close[action].submit}
      done={words.close[action].done(record.number)}
      keep={words.close.keep}
      danger
    >
      <TextField name="reason" label={orders.actions.reason} maxLength={200} autoFocus />
    </OrderDialog>
  )
}

const hiddenValuesOf = ({ number, version }: OrderView, record: ReturnView) => ({
  number,
  returnNumber: record.number,
  version,
})

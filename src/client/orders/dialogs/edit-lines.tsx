import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { EditSection } from '#client/orders/dialogs/edit-fields.tsx'
import { ComboboxField } from '#client/ui/combobox.tsx'
import { fillItem, suggestProducts } from '#client/orders/dialogs/suggest-products.ts'
import { Field, TextField } from '#client/ui/field.tsx'
import { FieldList } from '#client/ui/field-list.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import { formatDecimal } from '#shared/money.ts'
import type { SoldProduct } from '#shared/orders/products.ts'
import type { OrderLine, OrderView } from '#shared/orders/views.ts'
import { useId } from 'react'

/** Maximum number of items of a list in a form. The other lines stay unchanged. */
const maxEditableLines = 1000

interface EditLinesProps {
  order: OrderView
  /** The values of a form that came back without script. */
  posted: Record<string, string> | undefined
}

/** The lines of an order: their quantities, prices and discounts; lines to remove and to add. */
export function EditLines({ order, posted }: EditLinesProps) {
  const { edit, order: words } = useOrderMessages().orders
  const form = useForm()
  const error = form.getError('lines')
  // The posted form knows only the lines of its version.
  const known = posted ? order.lines.filter(({ id }) => Object.values(posted).includes(id)) : order.lines
  const lines = known.slice(0, maxEditableLines)
  return (
    <EditSection title={words.lines}>
      {error && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      <div className="edit__lines">
        {lines.map((line, index) => (
          <EditLine key={line.id} line={line} currency={order.currency} name={`lines[${index}]`} />
        ))}
      </div>
      {known.length > lines.length && <p className="sm muted">{edit.firstItems(lines.length)}</p>}
      <details className="edit__add" open={form.countItems('addedLines') > 0 || undefined}>
        <summary>
          <Icon name="plus" />
          {edit.addItems}
        </summary>
        <FieldList
          name="addedLines"
          label={edit.addItems}
          rowLabel={edit.newItem}
          addLabel={edit.addItem}
          removeLabel={edit.removeNewItem}
          initialRows={1}
          maximumRows={100}
        >
          {(prefix) => <NewItemFields prefix={prefix} currency={order.currency} />}
        </FieldList>
      </details>
    </EditSection>
  )
}

interface NewItemProps {
  /** The name of its row. */
  prefix: string
  /** The currency of the order. */
  currency: string
}

/** The fields of an item that is added, which suggest products of earlier orders. */
export function NewItemFields({ prefix, currency }: NewItemProps) {
  const { edit } = useOrderMessages().orders
  const { lineFields } = edit
  const suggesting = {
    suggest: suggestProducts(currency),
    onChoose: (product: SoldProduct, input: HTMLInputElement) => fillItem(product, currency, input, prefix),
  }
  return (
    <>
      <ComboboxField name={`${prefix}[name]`} label={lineFields.name} maxLength={500} {...suggesting} />
      <ComboboxField name={`${prefix}[sku]`} label={lineFields.sku} optional {...suggesting} />
      <TextField
        name={`${prefix}[quantity]`}
        label={lineFields.quantity}
        inputMode="numeric"
        placeholder="1"
        optional
      />
      <TextField name={`${prefix}[unitPrice]`} label={lineFields.unitPriceMinor} inputMode="decimal" />
      <TextField
        name={`${prefix}[taxRate]`}
        label={lineFields.taxRate}
        autoComplete="off"
        inputMode="decimal"
        optional
      />
      <WithoutShipping name={`${prefix}[withoutShipping]`} />
    </>
  )
}

interface EditLineProps {
  line: OrderLine
  currency: string
  /** `lines[0]`. */
  name: string
}

function EditLine({ line, currency, name }: EditLineProps) {
  const { edit } = useOrderMessages().orders
  const { getValue, getError } = useForm()
  const label = useId()
  const removeError = getError(`${name}[remove]`)
  return (
    <div className="edit__line" role="group" aria-labelledby={label}>
      <input type="hidden" name={`${name}[id]`} value={line.id} />
      <p className="edit__line-name" id={label}>
        {line.name} {line.sku && <span className="mono muted">{line.sku}</span>}
      </p>
      <Amount
        name={`${name}[quantity]`}
        label={edit.lineFields.quantity}
        value={String(line.quantity)}
        inputMode="numeric"
      />
      <Amount
        name={`${name}[unitPrice]`}
        label={edit.lineFields.unitPriceMinor}
        value={formatDecimal(line.unitPriceMinor, currency)}
      />
      <Amount
        name={`${name}[discount]`}
        label={edit.lineFields.discountMinor}
        value={formatDecimal(line.discountMinor, currency)}
      />
      <Amount name={`${name}[taxRate]`} label={edit.lineFields.taxRate} value={line.taxRate} />
      <label className="choice edit__remove">
        <input
          type="checkbox"
          name={`${name}[remove]`}
          value="1"
          aria-label={edit.removeItem(line.name)}
          defaultChecked={getValue(`${name}[remove]`) === '1'}
        />
        {edit.remove}
      </label>
      {removeError && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {removeError}
        </p>
      )}
    </div>
  )
}

interface AmountProps {
  name: string
  label: string
  value: string
  inputMode?: 'numeric' | 'decimal'
}

const Amount = ({ name, label, value, inputMode = 'decimal' }: AmountProps) => {
  const { getValue } = useForm()
  return (
    <Field name={name} label={label} optional>
      {(control) => (
        <input
          {...control}
          className="input num"
          inputMode={inputMode}
          autoComplete="off"
          defaultValue={getValue(name) ?? value}
        />
      )}
    </Field>
  )
}

function WithoutShipping({ name }: { name: string }) {
  const { order } = useOrderMessages().orders
  const { getValue } = useForm()
  return (
    <label className="choice edit__without-shipping">
      <input type="checkbox" name={name} value="1" defaultChecked={getValue(name) === '1'} />
      {order.shippingNotNeeded}
    </label>
  )
}

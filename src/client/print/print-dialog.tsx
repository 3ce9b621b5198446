import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { locales } from '#shared/locales.ts'
import { documentKinds, papers } from '#shared/print/documents.ts'
import type { PrintableOrders } from '#shared/print/views.ts'

interface PrintDialogProps {
  closeHref: string
  /** Null without the permission. */
  printable: PrintableOrders | null
  form: FormOutcome | null
}

/** Asks what to print of one or several orders, and opens it in a new tab. */
export function PrintDialog({ closeHref, printable, form }: PrintDialogProps) {
  const { common, orders } = useMessages()
  const { locale } = usePageContext()
  const words = orders.print
  const dialog = { closeHref, onClose: () => navigate(closeHref) }
  if (!printable)
    return (
      <Dialog open {...dialog} title={words.titleOfList}>
        <MissingPermission permission="orders.print" title={words.missingPermission} />
      </Dialog>
    )
  const [first, ...others] = printable.orders
  const isSingle = first !== undefined && others.length === 0
  return (
    <Dialog open {...dialog} title={isSingle ? words.title(first.number) : words.titleOfList} description={words.text}>
      <Form endpoint="printOrders" outcome={form} target="_blank" className="dialog-form">
        <SelectField
          name="kind"
          label={words.kind}
          options={documentKinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <SelectField
          name="paper"
          label={words.paper}
          options={papers.map((value) => ({ value, label: words.papers[value] }))}
        />
        <SelectField
          name="language"
          label={words.language}
          options={locales.map((value) => ({ value, label: common.languages[value] }))}
          defaultValue={locale}
        />
        {isSingle ? <input type="hidden" name="orders" value={first.number} /> : <Choice {...printable} />}
        <div className="dialog-form__buttons">
          <ButtonLink href={closeHref} data-scroll="keep">
            {common.cancel}
          </ButtonLink>
          <SubmitButton variant="primary" icon="printer">
            {words.submit}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

/** The orders of the list, all of them chosen. */
function Choice({ orders, count }: PrintableOrders) {
  const { common, orders: words } = useMessages()
  const error = useForm().getError('orders')
  const isPart = 'atLeast' in count || count.exact > orders.length
  return (
    <fieldset className="print-orders">
      <legend>{words.print.orders(orders.length)}</legend>
      {isPart && <p className="field__hint">{words.print.onlyFirst(orders.length, common.count(count))}</p>}
      {error && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      <ul className="choices">
        {orders.map(({ number, customerName }) => (
          <li key={number}>
            <label>
              <input type="checkbox" name="orders" value={number} defaultChecked />
              <span>
                {number} <span className="dimmed">{customerName}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

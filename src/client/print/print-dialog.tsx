import { usePrintMessages } from '#client/print/use-print-messages.ts'
import { useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { SellerDialog } from '#client/print/seller-dialog.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { locales } from '#shared/locales.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { documentKinds, papers } from '#shared/print/documents.ts'
import type { PrintableOrders } from '#shared/print/views.ts'
import { href } from '#shared/routes/pages.ts'

interface PrintDialogProps {
  query: OrdersPageQuery
  /** Null without the permission. */
  printable: PrintableOrders | null
  form: FormOutcome | null
}

/** Asks what to print of one or several orders, and opens it in a new tab; or the dialog of the seller's details, which it leads to. */
export function PrintDialog({ query, printable, form }: PrintDialogProps) {
  const words = usePrintMessages()
  const closeHref = href('orders', { ...query, print: undefined, selected: [], all: undefined })
  if (!printable)
    return (
      <Dialog open closeHref={closeHref} onClose={() => navigate(closeHref)} title={words.titleOfList}>
        <MissingPermission permission="orders.print" title={words.missingPermission} />
      </Dialog>
    )
  if (query.print === 'seller' || form?.endpoint === 'changeSeller')
    return (
      <SellerDialog seller={printable.seller} closeHref={href('orders', { ...query, print: 'orders' })} form={form} />
    )
  return <OpenPrintDialog query={query} printable={printable} form={form} closeHref={closeHref} />
}

function OpenPrintDialog({
  query,
  printable,
  form,
  closeHref,
}: PrintDialogProps & { printable: PrintableOrders; closeHref: string }) {
  const { common } = useMessages()
  const { locale } = usePageContext()
  const words = usePrintMessages()
  const [first, ...others] = printable.orders
  const isSingle = first !== undefined && others.length === 0
  const errors = form?.problem?.errors?.filter(({ pointer }) => pointer.startsWith('/orders')) ?? []
  return (
    <Dialog
      open
      closeHref={closeHref}
      onClose={() => navigate(closeHref)}
      title={isSingle ? words.title(first.number) : words.titleOfList}
      description={words.text}
    >
      <Form endpoint="printOrders" outcome={form} target="_blank" className="dialog-form">
        {errors.length > 0 && (
          <Banner kind="error">{errors.map(({ detail }) => detail).join(common.sentenceGap)}</Banner>
        )}
        <SelectField
          name="kind"
          label={words.kind}
          options={documentKinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <SellerHint query={query} name={printable.seller.name} />
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
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary" icon="printer">
            {words.submit}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Whose name is on invoices, or that it is missing, with a link to change it for those who may. */
function SellerHint({ query, name }: { query: OrdersPageQuery; name: string }) {
  const words = usePrintMessages().seller
  const canChange = usePermission('settings.manage')
  return (
    <p className="field__hint">
      {name === '' ? words.missing : words.named(name)}{' '}
      {canChange && (
        <a className="ref" href={href('orders', { ...query, print: 'seller' })} data-scroll="keep">
          {name === '' ? words.add : words.change}
        </a>
      )}
    </p>
  )
}

/** The orders of the list, all of them chosen. */
function Choice({ orders, count }: PrintableOrders) {
  const { common } = useMessages()
  const words = usePrintMessages()
  const isPart = 'atLeast' in count || count.exact > orders.length
  return (
    <fieldset className="print-orders">
      <legend>{words.orders(orders.length)}</legend>
      {isPart && <p className="field__hint">{words.onlyFirst(orders.length, common.count(count))}</p>}
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

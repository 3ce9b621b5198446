import { usePrintMessages } from '#client/print/use-print-messages.ts'
import { useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { SellerDialog } from '#client/print/seller-dialog.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Empty, MissingPermission } from '#client/ui/empty.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { toFormFields } from '#shared/form-fields.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { locales } from '#shared/locales.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { documentKinds, maxPrintedOrders, papers } from '#shared/print/documents.ts'
import type { PrintableOrders } from '#shared/print/views.ts'
import { href } from '#shared/routes/pages.ts'

interface PrintDialogProps {
  query: OrdersPageQuery
  /** Null without the permission. */
  printable: PrintableOrders | null
  form: FormOutcome | null
}

type OpenPrintDialogProps = PrintDialogProps & { printable: PrintableOrders; closeHref: string }

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

function OpenPrintDialog({ query, printable, form, closeHref }: OpenPrintDialogProps) {
  const { common } = useMessages()
  const words = usePrintMessages()
  const canRunJobs = usePermission('orders.bulk')
  if (canRunJobs && query.all !== undefined && isPartOf(printable))
    return <PrintJobDialog query={query} printable={printable} form={form} closeHref={closeHref} />
  const [first, ...others] = printable.orders
  if (first === undefined)
    return (
      <Dialog open closeHref={closeHref} onClose={() => navigate(closeHref)} title={words.titleOfList}>
        <Empty icon="printer" title={words.none} note={<SellerHint query={query} name={printable.seller.name} />}>
          {words.noneText}
        </Empty>
      </Dialog>
    )
  const isSingle = others.length === 0
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
        <DocumentFields query={query} printable={printable} />
        {isSingle ? (
          <input type="hidden" name="orders" value={first.number} />
        ) : (
          <Choice
            printable={printable}
            allHref={canRunJobs ? href('orders', { ...query, selected: [], all: '1' }) : undefined}
          />
        )}
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary" icon="printer">
            {words.submit}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Whether there are more orders than one document may have. */
const isPartOf = ({ orders, count }: PrintableOrders): boolean => 'atLeast' in count || count.exact > orders.length

/** Asks what to print of all orders of a filter, which a job does. */
function PrintJobDialog({ query, printable, form, closeHref }: OpenPrintDialogProps) {
  const { common } = useMessages()
  const words = usePrintMessages()
  const filter = { ...pickListParameters(ordersList, query), sort: undefined }
  return (
    <Dialog
      open
      closeHref={closeHref}
      onClose={() => navigate(closeHref)}
      title={words.titleOfAll(common.count(printable.count))}
      description={words.textOfAll(maxPrintedOrders)}
    >
      <Form
        endpoint="createOrderJob"
        hiddenValues={{ action: 'print', all: '1', ...toFormFields({ filter }) }}
        outcome={form}
        isDiscardable
        className="dialog-form"
        onAnswer={({ id }) => navigate(href('orders', { ...query, print: undefined, all: undefined, job: id }))}
      >
        <DocumentFields query={query} printable={printable} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.preview}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Which document to print, on which paper, in which language. */
function DocumentFields({ query, printable }: Pick<OpenPrintDialogProps, 'query' | 'printable'>) {
  const { common } = useMessages()
  const { locale } = usePageContext()
  const words = usePrintMessages()
  return (
    <>
      <SelectField
        name="kind"
        label={words.kind}
        options={documentKinds.map((value) => ({ value, label: words.kinds[value] }))}
      />
      <p className="field__hint">
        <SellerHint query={query} name={printable.seller.name} />
      </p>
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
    </>
  )
}

/** Whose name is on invoices, or that it is missing, with a link to change it for those who may. */
function SellerHint({ query, name }: { query: OrdersPageQuery; name: string }) {
  const { common } = useMessages()
  const words = usePrintMessages().seller
  const canChange = usePermission('settings.manage')
  return (
    <>
      {name === '' ? words.missing : words.named(name)}
      {common.sentenceGap}
      {canChange && (
        <a className="link" href={href('orders', { ...query, print: 'seller' })} data-scroll="keep">
          {name === '' ? words.add : words.change}
        </a>
      )}
    </>
  )
}

/** The orders of the list, all of them chosen; where there are more, `allHref` leads to the dialog for all of them. */
function Choice({ printable, allHref }: { printable: PrintableOrders; allHref: string | undefined }) {
  const { common } = useMessages()
  const words = usePrintMessages()
  const { orders, count } = printable
  return (
    <fieldset className="print-orders">
      <legend>{words.orders(orders.length)}</legend>
      {isPartOf(printable) && (
        <p className="field__hint">
          {words.onlyFirst(orders.length, common.count(count))}{' '}
          {allHref && (
            <a className="link" href={allHref} data-scroll="keep">
              {words.printAll(common.count(count))}
            </a>
          )}
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

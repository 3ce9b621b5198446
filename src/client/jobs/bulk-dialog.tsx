import { useCurrentRole, useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { RowErrors } from '#client/jobs/row-errors.tsx'
import { ScanDialog } from '#client/jobs/scan-dialog.tsx'
import { ShipFileDialog } from '#client/jobs/ship-file-dialog.tsx'
import { navigate } from '#client/navigation/router.ts'
import { useExactCount } from '#client/orders/exact-counts.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty, MissingPermission } from '#client/ui/empty.tsx'
import { SelectField, TextAreaField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { tagMaxLength } from '#shared/constants.ts'
import { toFormFields } from '#shared/form-fields.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { roleHasPermission } from '#shared/permissions.ts'
import { type BulkAction, bulkActions, bulkPermissions } from '#shared/orders/bulk-actions.ts'
import { listCarrierNames } from '#shared/orders/carriers.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { FieldProblem } from '#shared/problem.ts'
import { href } from '#shared/routes/pages.ts'
import { useState } from 'react'

interface BulkDialogProps {
  action: BulkAction | 'choose' | 'ship-file' | 'scan'
  query: OrdersPageQuery
  data: OrdersView
  form: FormOutcome | null
}

/** The form with the input of an action on many orders, which leads to its preview. `ship` without selected orders takes rows of a spreadsheet. */
export function BulkDialog({ action, ...props }: BulkDialogProps) {
  if (action === 'choose') return <ChooseAction {...props} />
  if (action === 'scan') return <ScanDialog query={props.query} data={props.data} />
  return action === 'ship-file' ? <ShipFileDialog {...props} /> : <ActionDialog action={action} {...props} />
}

function ActionDialog({ action, query, data, form }: BulkDialogProps & { action: BulkAction }) {
  const { common } = useMessages()
  const { dialog: words, scan, missingPermission } = useJobMessages()
  const [rowErrors, setRowErrors] = useState<readonly FieldProblem[]>(form?.problem?.errors ?? [])
  const { selected } = query
  const all = query.all !== undefined
  const byRows = action === 'ship' && !all && selected.length === 0
  const count = useExactCount(query, data)
  const what = all ? words.all(common.count(count)) : byRows ? words.none : words.orders(selected.length)
  const closeHref = href('orders', { ...query, bulk: undefined, selected: [], all: undefined })
  const dialog = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.titles[action](what) }
  if (!usePermission('orders.bulk'))
    return (
      <Dialog {...dialog}>
        <MissingPermission permission="orders.bulk" title={missingPermission} />
      </Dialog>
    )
  if (!all && !byRows && selected.length === 0)
    return (
      <Dialog {...dialog}>
        <Empty icon="package" title={words.nothingSelected} />
      </Dialog>
    )
  const filter = { ...pickListParameters(ordersList, query), sort: undefined }
  const selection = all ? { all: '1', ...toFormFields({ filter }) } : toFormFields({ orders: selected })
  const errors = rowErrors.filter(({ pointer }) => pointer === '/rows')
  return (
    <Dialog {...dialog} size={byRows ? 'lg' : 'md'} description={words.text}>
      <Form
        endpoint="createOrderJob"
        hiddenValues={{ action, ...(byRows ? {} : selection) }}
        outcome={form}
        className="dialog-form"
        onAnswer={({ id }) =>
          navigate(href('orders', { ...query, bulk: undefined, selected: [], all: undefined, job: id }))
        }
        onProblem={(problem) => setRowErrors(problem.errors ?? [])}
      >
        {byRows && (
          <p className="job-links">
            <a className="link sm" href={href('orders', { ...query, bulk: 'ship-file' })} data-scroll="keep">
              {words.useFile}
            </a>
            <a className="link sm" href={href('orders', { ...query, bulk: 'scan' })} data-scroll="keep">
              {scan.open}
            </a>
          </p>
        )}
        {byRows && errors.length > 1 && <RowErrors errors={errors} />}
        <BulkFields action={action} byRows={byRows} data={data} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.preview}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Offers the actions on the selected orders where the bar cannot, without script. */
function ChooseAction({ query, data }: Pick<BulkDialogProps, 'query' | 'data'>) {
  const { common } = useMessages()
  const { dialog: words, names } = useJobMessages()
  const role = useCurrentRole()
  const closeHref = href('orders', { ...query, bulk: undefined, selected: [], all: undefined })
  const what = query.all ? words.all(common.count(data.count)) : words.orders(query.selected.length)
  return (
    <Dialog open onClose={() => navigate(closeHref)} closeHref={closeHref} title={words.choose(what)}>
      <ul className="job-list">
        {bulkActions
          .filter((each) => roleHasPermission(role, bulkPermissions[each]))
          .map((each) => (
            <li key={each}>
              <a className="link" href={href('orders', { ...query, bulk: each })}>
                {names[each]}
              </a>
            </li>
          ))}
        {roleHasPermission(role, 'orders.export') && (
          <li>
            <a className="link" href={href('orders', { ...query, bulk: undefined, export: '1' })}>
              {words.export}
            </a>
          </li>
        )}
        {data.canPrint && (
          <li>
            <a className="link" href={href('orders', { ...query, bulk: undefined, print: 'orders' })}>
              {words.print}
            </a>
          </li>
        )}
        {!query.all && (
          <li>
            <a className="link" href={href('orders', { ...query, selected: [], all: '1' })}>
              {words.selectAll(common.count(data.count))}
            </a>
          </li>
        )}
      </ul>
    </Dialog>
  )
}

function BulkFields({ action, byRows, data }: { action: BulkAction; byRows: boolean; data: OrdersView }) {
  const { dialog: words } = useJobMessages()
  const { locale } = usePageContext()
  const carriers = [...new Set([...data.carriers.map(({ name }) => name), ...listCarrierNames(locale)])]
  switch (action) {
    case 'tag':
    case 'untag':
      return <TextField name="tag" label={words.tag} maxLength={tagMaxLength} suggestions={data.tags} autoFocus />
    case 'assign':
      return (
        <SelectField
          name="assigneeId"
          label={words.assignee}
          required={false}
          options={[
            ...data.assignees.map(({ id, name }) => ({ value: id, label: name })),
            { value: '', label: words.noAssignee },
          ]}
        />
      )
    case 'hold':
      return (
        <>
          <TextField name="reason" label={words.reason} hint={words.reasonHint} maxLength={200} autoFocus />
          <TextField name="until" type="date" label={words.until} hint={words.untilHint} optional />
        </>
      )
    case 'cancel':
      return <TextField name="reason" label={words.reason} hint={words.cancelText} maxLength={200} autoFocus />
    case 'ship':
      return byRows ? (
        <>
          <TextAreaField name="rows" label={words.rows} hint={words.rowsHint} rows={10} autoFocus />
          <TextField name="carrier" label={words.carrierForRows} maxLength={60} suggestions={carriers} optional />
        </>
      ) : (
        <TextField name="carrier" label={words.carrier} maxLength={60} suggestions={carriers} autoFocus />
      )
    default:
      return null
  }
}

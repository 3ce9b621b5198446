import { EditCustomerDialog } from '#client/customers/edit-customer-dialog.tsx'
import { EraseDialog } from '#client/customers/erase-dialog.tsx'
import { MergeDialog } from '#client/customers/merge-dialog.tsx'
import type { CustomerView, PageCustomers } from '#shared/customers/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { FormOutcome } from '#shared/page-state.ts'

export interface CustomerDialogProps {
  customer: CustomerView
  customers: PageCustomers
  query: OrdersPageQuery
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** The dialog of the action in the URL, or of the form that came back with errors; none for an action that the user may not take. */
export function CustomerDialogs(props: CustomerDialogProps) {
  const { customer, query, form } = props
  const failed = form?.problem ? form.endpoint : undefined
  if (customer.actions.includes('editCustomer') && (query.action === 'editCustomer' || failed === 'editCustomer'))
    return <EditCustomerDialog {...props} />
  if (customer.actions.includes('mergeCustomer') && (query.action === 'mergeCustomer' || failed === 'mergeCustomers'))
    return <MergeDialog {...props} />
  if (customer.actions.includes('eraseCustomer') && (query.action === 'eraseCustomer' || failed === 'eraseCustomer'))
    return <EraseDialog {...props} />
  return null
}

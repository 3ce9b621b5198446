import { customersList } from '#shared/customers/list.ts'
import { customerActions } from '#shared/customers/views.ts'
import { optionalInput, valueList, wholeNumber } from '#shared/inputs.ts'
import { expandText, listShape } from '#shared/list/list-query.ts'
import { openMenu, openView } from '#shared/list/view-inputs.ts'
import { annotations, documentActions, orderActions } from '#shared/orders/actions.ts'
import { bulkActions } from '#shared/orders/bulk-actions.ts'
import { paymentActions } from '#shared/orders/payment-actions.ts'
import { ordersList } from '#shared/orders/list.ts'
import * as z from 'zod/mini'

/** `/orders`: adds the order open in the panel, the action whose dialog is open on it, the number of
 * the document that the action is about, the part of its form that has the focus, and whether the dialogs to print, to import and to export are open. */
export const ordersPageQuery = z
  .object({
    ...listShape(customersList),
    ...listShape(ordersList),
    /** The sort of the list that is shown. */
    sort: optionalInput(z.enum([...ordersList.sorts, ...customersList.sorts])),
    order: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** Shows the open order on the whole page. */
    full: optionalInput(z.literal('1')),
    action: optionalInput(
      z.enum([...orderActions, ...documentActions, ...paymentActions, ...annotations, ...customerActions, 'carriers']),
    ),
    document: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** Shows the open order as it was at this version. */
    version: optionalInput(wholeNumber(1)),
    /** The page of the timeline of the open order; 1, the newest, by default. */
    history: optionalInput(wholeNumber(1)),
    focus: optionalInput(z.enum(['address', 'credit'])),
    /** The customer to merge: a number, an email address or a phone number. */
    other: optionalInput(z.string().check(z.trim(), z.maxLength(200, 'too-long'))),
    /** Shows the list of customers instead of orders; `new` and `import` also open the dialogs to add or import customers. */
    customers: optionalInput(z.enum(['list', 'new', 'import'])),
    print: optionalInput(z.enum(['orders', 'seller'])),
    new: optionalInput(z.literal('1')),
    import: optionalInput(z.literal('1')),
    /** The number of the import whose undo dialog is shown instead of the import dialog. */
    undo: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** `job`: the file is written in the background. */
    export: optionalInput(z.enum(['1', 'job'])),
    /** Whether the dialog to choose columns is open. */
    columns: optionalInput(z.literal('1')),
    /** Counts all orders of the list, also above 10,000. */
    count: optionalInput(z.literal('all')),
    view: openView,
    menu: openMenu,
    /** The action on many orders whose dialog is open, and the orders that are selected; `all` selects those of the filter. */
    bulk: optionalInput(z.enum([...bulkActions, 'choose', 'ship-file', 'scan'])),
    selected: valueList(z.string().check(z.maxLength(40, 'too-long'))),
    all: optionalInput(z.literal('1')),
    /** The open job, and the list of jobs: those of the user, or of everyone. */
    job: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    jobs: optionalInput(z.enum(['own', 'all'])),
    /** Continues the orders of the open job that stay as they are, and the list of jobs. */
    jobAfter: optionalInput(wholeNumber(0)),
    jobsBefore: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
  })
  .check(expandText(({ customers }) => (customers === undefined ? ordersList : customersList)))
export type OrdersPageQuery = z.infer<typeof ordersPageQuery>

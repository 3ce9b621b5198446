import type { ColumnWidths } from '#shared/list/column-widths.ts'
import type { Density } from '#shared/list/list.ts'
import type { ImportList, ImportUndoPreview } from '#shared/orders/import-views.ts'
import type { CustomersPage, PageCustomers } from '#shared/customers/views.ts'
import type { FieldChange } from '#shared/events/views.ts'
import type { JobDetails, JobItemList, JobList } from '#shared/jobs/views.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import type { OrderTab } from '#shared/orders/list.ts'
import type { PrintableOrders } from '#shared/print/views.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import type { Count } from '#shared/list/count.ts'
import type { OrderRow, OrderLine, OrderView, OrderList } from '#shared/orders/views.ts'
import type { FoundItems } from '#shared/search/views.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'
import type { PossibleDuplicate } from '#shared/orders/preview-views.ts'

/** What the row of an order shows on `/orders`. */
export type ShownOrder = Omit<OrderRow, 'externalId' | 'capturedMinor' | 'refundedMinor'>

/** The data of `/orders`: the list with both cursors, the counts of its tabs, and the order in the panel. */
export interface OrdersView extends Omit<OrderList, 'rows'>, QueryErrors {
  rows: ShownOrder[]
  previous: string | null
  tabs: Record<OrderTab, Count>
  /** The currencies of all orders, to filter by. */
  currencies: string[]
  /** Tags in use, to filter by and to add; none unless the page has a control for them. */
  tags: string[]
  /** The columns that the user chose, in their order; null before the first choice. */
  columns: string[] | null
  widths: ColumnWidths
  density: Density
  /** Saved views of the list. */
  views: ListView[]
  /** Where orders come from, how they were paid and where they go, to filter by; null unless the filter menu is open or such a filter is set. */
  facets: OrderFacets | null
  /** The people to whom orders can be assigned, by name; none for users who may not assign, and unless the page has a control for them. */
  assignees: { id: string; name: string }[]
  /** The open order; null if none is requested, `missing` if it does not exist. */
  order: OrderView | MissingOrder | null
  /** The numbers of the orders before and after the page of the list, if the open order is its first or last row. */
  neighbors: { previous: string | null; next: string | null }
  /** Possible duplicates of the open order. */
  duplicates: PossibleDuplicate[]
  /** The version of the open order that is requested; null if it is the current one or does not exist. */
  earlier: EarlierOrder | null
  customers: PageCustomers
  /** What the countries in the addresses of the open order, of its requested version and of the customer of the list are called. */
  countryNames: CountryName[]
  /** The list of customers, if the page shows it instead of the orders. */
  customerList: CustomersPage | null
  /** The history of their imports while its dialog is open. */
  customerImports: ImportList | null
  /** Whether the search is the number of `order` and opened it; then there is no `order` in the query. */
  openedBySearch: boolean
  /** Where a search finds nothing: the numbers of orders that differ from it in a digit, or in two neighbors that are swapped. */
  similar: FoundItems['similar']
  canImport: boolean
  /** The history of imports while the dialog is open. */
  imports: ImportList | null
  /** Preview of undoing the import in the query; null without one, or for users who may not undo imports. */
  importUndo: ImportUndoPreview | { missing: string } | null
  /** The carriers that users added, while an order or the dialog to ship is open and the user can ship. */
  carriers: CarrierView[]
  canPrint: boolean
  /** The open job, with the orders that it leaves as they are; null if none is open. */
  job: { details: JobDetails; left: JobItemList } | { missing: true } | null
  /** The list of jobs, if it is open and the user may see it. */
  jobs: JobList | null
  /** The options of the open print dialog; null if it is not open. */
  printable: PrintableOrders | null
}

/** What a country that is stored as a code or in another language is called in the language of the user. */
export interface CountryName {
  stored: string
  name: string
}

/** A number that no order has; `removal` if one had it, until its import was undone. */
export interface MissingOrder {
  missing: string
  removal: { import: string; fileName: string; at: number; userName: string | null } | null
}

/** Values of filters that orders have. */
export interface OrderFacets {
  sources: string[]
  /** Known payment methods by their names in code, others as they were written; with the names in the user's language, as countries are. */
  methods: { value: string; label: string }[]
  countries: { value: string; label: string }[]
  /** Of the products, if they are few enough to choose from, and the one that is chosen. */
  skus: string[]
  products: string[]
}

/** An order as it was at one of its versions, without its payments, shipments and other documents. */
export interface EarlierOrder extends Pick<
  OrderView,
  | 'version'
  | 'status'
  | 'customerName'
  | 'email'
  | 'phone'
  | 'note'
  | 'shippingMethod'
  | 'discountCode'
  | 'tags'
  | 'shippingAddress'
  | 'billingAddress'
  | 'holdReason'
  | 'holdUntil'
  | 'cancelReason'
  | 'isArchived'
  | 'itemCount'
  | 'subtotalMinor'
  | 'discountMinor'
  | 'shippingMinor'
  | 'taxMinor'
  | 'taxLines'
  | 'totalMinor'
> {
  lines: Pick<
    OrderLine,
    'id' | 'position' | 'sku' | 'name' | 'quantity' | 'unitPriceMinor' | 'discountMinor' | 'totalMinor' | 'taxRate'
  >[]
  /** Every field that is different now: `from` is what it was at that version. */
  changesSince: FieldChange[]
}

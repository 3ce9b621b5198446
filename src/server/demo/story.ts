import type { StaffMember } from '#server/demo/catalog.ts'
import { regulars } from '#server/demo/customers.ts'
import type { History } from '#server/demo/history.ts'
import type { Task } from '#server/demo/run-tasks.ts'
import type { StaffAction } from '#server/demo/staff-actions.ts'
import type { Sale } from '#server/demo/sales.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { DocumentKind } from '#shared/print/documents.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** An order, and what staff do with it. */
export interface Story {
  /** Missing if staff enter the order with their first task. */
  sale?: Sale
  tasks: Task[]
}

/** What an action on an order says besides the number and the version of the order. */
type FieldsOf<Name extends StaffAction> = Omit<InputOf<Name>, 'number' | 'version'>

/** Something that a member of staff does with the order at a time. */
export type Step = (sale: object) => Task

/** Makes up the steps of a story. Days count backwards from today, times are those of the book's clock. */
export interface Narrator {
  at: WorkingTime
  /** An order that the regular customer of this name placed. */
  order(
    daysAgo: number,
    clock: string,
    customer: string,
    items: Record<string, number>,
    more?: Partial<Pick<Sale, 'payment' | 'provider' | 'note' | 'discountPercent' | 'isPending'>>,
  ): Sale
  step<Name extends StaffAction>(
    daysAgo: number,
    clock: string,
    by: StaffMember,
    action: Name,
    input: FieldsOf<Name> | ((order: OrderView, history: History) => FieldsOf<Name>),
  ): Step
}

export const createNarrator = (at: WorkingTime): Narrator => ({
  at,
  order: (daysAgo, clock, name, items, more = {}) => {
    const customer = regulars.find((each) => each.name === name)
    if (!customer) throw new RangeError(`There is no regular customer ${name}`)
    return {
      placedAt: at(daysAgo, clock),
      customer,
      items: Object.entries(items).map(([sku, quantity]) => ({ sku, quantity })),
      discountPercent: 0,
      note: '',
      payment: 'captured',
      provider: customer.currency === 'CNY' ? 'WeChat Pay' : 'Card',
      ...more,
    }
  },
  step: (daysAgo, clock, by, action, input) => (sale) => ({
    at: at(daysAgo, clock),
    step: { action, subject: sale },
    run: (history) =>
      history.actOn(sale, by, at(daysAgo, clock), action, (order, current) =>
        typeof input === 'function' ? input(order, current) : input,
      ),
  }),
})

/** The story of an order that a customer placed. */
export const createStory = (sale: Sale, ...steps: Step[]): Story => ({ sale, tasks: steps.map((step) => step(sale)) })

/** A quantity of the line at this position, from 0; all of it by default. Throws if the order has no such line. */
export function part({ lines }: OrderView, position: number, quantity?: number): { id: string; quantity: number } {
  const line = lines[position]
  if (!line) throw new RangeError(`The order has no line ${position}`)
  return { id: line.id, quantity: quantity ?? line.quantity }
}

/** The number of the newest document; empty if there is none. */
export const newest = (documents: readonly { number: string }[]): string =>
  documents
    .map(({ number }) => number)
    .toSorted()
    .at(-1) ?? ''

/** Prints a document of the order in Chinese. */
export const printed =
  (kind: DocumentKind) =>
  ({ number }: OrderView): FieldsOf<'printOrders'> => ({
    kind,
    paper: 'a4',
    language: 'zh',
    orders: [number],
  })

/** Gives the order to a member of staff. */
export const assignedTo =
  (member: StaffMember) =>
  (_order: OrderView, history: History): FieldsOf<'assignOrder'> => ({
    assigneeId: history.idOf(member),
  })

import type { StaffMember } from '#server/demo/catalog.ts'
import type { Task } from '#server/demo/run-tasks.ts'
import type { Random } from '#server/demo/random.ts'
import type { Sale } from '#server/demo/sales.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long it takes to pack an order. */
const packingMs = 2 * minuteMs

/** When the warehouse ships, and how long before that an order must have been placed. */
const rounds = ['10:30', '16:00']
const leadTimeMs = hourMs

/** The daily work of `days` days: orders are shipped twice a day and delivered some days later, and unpaid ones are cancelled. */
export function createRoutine(
  sales: readonly Sale[],
  { days, at }: { days: number; at: WorkingTime },
  random: Random,
): Task[] {
  const tasks: Task[] = []
  let waiting = sales.filter(({ payment, past }) => payment === 'captured' && past === undefined)
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 1)
    for (const clock of rounds) {
      const start = at(daysAgo, clock)
      const ready = waiting.filter(({ placedAt }) => placedAt + leadTimeMs < start)
      waiting = waiting.filter((sale) => !ready.includes(sale))
      tasks.push(...shipRound(ready, start, random))
      for (const sale of ready) if (random() < 0.8) tasks.push(deliver(sale, daysAgo, at, random))
    }
  return [...tasks, ...sales.flatMap((sale) => (isForgotten(sale) ? [cancelUnpaid(sale, days, at)] : []))]
}

const isForgotten = ({ payment, past }: Sale): boolean => payment === 'none' && past === undefined

/** Prints what is needed to pack, then ships each order. */
function shipRound(ready: readonly Sale[], start: number, random: Random): Task[] {
  if (ready.length === 0) return []
  const printAt = start - 5 * minuteMs
  const print = (kind: 'pick-list' | 'packing-slip'): Task => ({
    at: printAt,
    run: async (history) => {
      const orders = ready.map((sale) => history.numberOf(sale))
      await history.act('min', printAt, 'printOrders', { kind, paper: 'a4', language: 'zh', orders })
    },
  })
  return [
    print('pick-list'),
    print('packing-slip'),
    ...ready.map((sale, index): Task => {
      const shippedAt = start + index * packingMs + Math.floor(random() * packingMs)
      const parcel = toParcel(sale, random)
      return {
        at: shippedAt,
        step: { action: 'shipOrder', subject: sale },
        run: (history) => history.actOn(sale, 'min', shippedAt, 'shipOrder', () => parcel),
      }
    }),
  ]
}

function toParcel({ customer }: Sale, random: Random): { carrier: string; trackingNumber: string } {
  const digits = (count: number): string => String(Math.floor(random() * 10 ** count)).padStart(count, '0')
  if (customer.currency === 'USD') return { carrier: 'EMS', trackingNumber: `EA${digits(9)}CN` }
  return random() < 0.7
    ? { carrier: '顺丰速运', trackingNumber: `SF1390${digits(9)}` }
    : { carrier: '中通快递', trackingNumber: `7531${digits(10)}` }
}

function deliver(sale: Sale, shippedDaysAgo: number, at: WorkingTime, random: Random): Task {
  const isDomestic = sale.customer.currency === 'CNY'
  const daysAgo = shippedDaysAgo - (isDomestic ? 2 : 5) - Math.floor(random() * 2)
  const deliveredAt = at(daysAgo, '09:20') + Math.floor(random() * 6 * hourMs)
  const by: StaffMember = isDomestic ? 'chen' : 'lucy'
  return {
    at: deliveredAt,
    step: { action: 'deliverShipment', subject: sale },
    run: (history) => history.actOn(sale, by, deliveredAt, 'deliverShipment', () => ({})),
  }
}

/** Three days after the order, or soon after Kontor was introduced. */
function cancelUnpaid(sale: Sale, days: number, at: WorkingTime): Task {
  const isDomestic = sale.customer.currency === 'CNY'
  const due = Array.from({ length: days }, (_, index) => at(days - 1 - index, '11:40')).find(
    (time) => time > sale.placedAt + 72 * hourMs,
  )
  const cancelledAt = due ?? Infinity
  const reason = isDomestic ? '三天内未付款' : 'Not paid within three days'
  const input = { reason, refund: false }
  return {
    at: cancelledAt,
    step: { action: 'cancelOrder', subject: sale },
    run: (history) => history.actOn(sale, isDomestic ? 'chen' : 'lucy', cancelledAt, 'cancelOrder', () => input),
  }
}

import { call, CallError } from '#client/api/call.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'

/** A parcel that was shipped by scanning, the newest first. */
export interface ScannedParcel {
  order: string
  trackingNumber: string
}

/** What a station for scanning shows: the order whose parcel is scanned next, and how the last scan ended. */
export interface ScanState {
  order: OrderView | null
  parcels: readonly ScannedParcel[]
  last: ScanOutcome | null
}

export type ScanOutcome =
  | { kind: 'order'; order: OrderView }
  | { kind: 'shipped'; parcel: ScannedParcel }
  /** Nothing was changed. `text` is what was scanned. */
  | { kind: 'error'; error: ScanError; text: string }

export type ScanError =
  | { type: 'carrier-missing' | 'order-missing' | 'order-ambiguous' | 'order-scanned' | 'parcel-repeated' }
  | { type: 'not-shippable'; reason: string }
  | { type: 'problem'; problem: Problem }

export const emptyScan: ScanState = { order: null, parcels: [], last: null }

const ownNumber = /^so\d{6}-\d{5,}$/i

/** Takes a scan: the number of an order, then the tracking number on its parcel, under which everything that is left of the order ships. */
export async function takeScan(state: ScanState, scanned: string, carrier: string): Promise<ScanState> {
  const text = scanned.trim()
  const fail = (error: ScanError): ScanState => ({ ...state, last: { kind: 'error', error, text } })
  try {
    const { order } = state
    if (!order) {
      const found = await findOrder(text)
      if (typeof found === 'string') return fail({ type: found })
      if (!found.actions.includes('ship')) return fail({ type: 'not-shippable', reason: findBlocker(found) })
      return { ...state, order: found, last: { kind: 'order', order: found } }
    }
    if (ownNumber.test(text) || text === order.externalNumber) return fail({ type: 'order-scanned' })
    if (state.parcels.some(({ trackingNumber }) => trackingNumber === text)) return fail({ type: 'parcel-repeated' })
    if (carrier.trim() === '') return fail({ type: 'carrier-missing' })
    await call('shipOrder', { number: order.number, version: order.version, carrier, trackingNumber: text })
    const parcel = { order: order.number, trackingNumber: text }
    return { order: null, parcels: [parcel, ...state.parcels], last: { kind: 'shipped', parcel } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { problem } = error
    const { type } = problem
    const failed = fail({ type: 'problem', problem })
    // Someone else has changed the order: load its current version and try again.
    return type === '/problems/changed-meanwhile' || type === '/problems/illegal-transition'
      ? { ...failed, order: null }
      : failed
  }
}

/** Why an order cannot be shipped: a rule, or the status that it has. */
function findBlocker({ unavailableActions, status }: OrderView): string {
  const { reason } = unavailableActions.find(({ action }) => action === 'ship') ?? { reason: '' }
  return reason === 'status' ? status : reason
}

/** The order with this number, or with this number of its shop. */
async function findOrder(text: string): Promise<OrderView | 'order-missing' | 'order-ambiguous'> {
  if (ownNumber.test(text)) return loadOrder(text.toUpperCase())
  const { rows } = await call('listOrders', { q: `"${text.replaceAll('"', '')}"` })
  const plain = (number: string): string => number.replace(/^#/, '')
  const [first, ...others] = rows.filter(({ externalNumber }) => plain(externalNumber) === plain(text))
  if (!first) return 'order-missing'
  return others.length > 0 ? 'order-ambiguous' : loadOrder(first.number)
}

async function loadOrder(number: string): Promise<OrderView | 'order-missing'> {
  try {
    return await call('getOrder', { number })
  } catch (error) {
    if (error instanceof CallError && error.problem.type === '/problems/not-found') return 'order-missing'
    throw error
  }
}

import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { listCarrierViews } from '#server/orders/fulfillment/carriers.ts'
import * as store from '#server/orders/fulfillment/carrier-store.ts'
import { maxCarriers, toCarrierKey } from '#shared/orders/carriers.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `GET /api/carriers`. */
export const listCarriers: Action<'listCarriers'> = async ({ kontor }) => ({
  carriers: await listCarrierViews(kontor.database.read),
})

/** `POST /api/carriers`. */
export const addCarrier: Action<'addCarrier'> = async (context, { carrierName: name, trackingUrl }) => {
  const { kontor } = context
  await inTransaction(context, async (transaction, actor) => {
    if ((await store.countCarriers(transaction)) >= maxCarriers)
      throw invalidInput({ pointer: '/carrierName', reason: 'limit-reached', parameters: { maximum: maxCarriers } })
    const carrier = {
      id: newId(),
      name,
      name_key: toCarrierKey(name),
      tracking_url: trackingUrl,
      created_at: kontor.now(),
      created_by: actor.id,
    }
    if (!(await store.insertCarrier(transaction, carrier)))
      throw invalidInput({ pointer: '/carrierName', reason: 'carrier-exists' })
    await recordEvents(transaction, context, {
      action: 'carrier.added',
      objectType: 'carrier',
      objectId: carrier.id,
      objectLabel: name,
      parameters: { trackingUrl },
      at: carrier.created_at,
    })
  })
  return { carriers: await listCarrierViews(kontor.database.read) }
}

/** `POST /api/carriers/:carrier/removal`: shipments keep the name, without a link. */
export const removeCarrier: Action<'removeCarrier'> = async (context, { carrier: id }) => {
  await inTransaction(context, async (transaction) => {
    const carrier = await store.deleteCarrier(transaction, id)
    if (!carrier) throw new ProblemError('not-found')
    await recordEvents(transaction, context, {
      action: 'carrier.removed',
      objectType: 'carrier',
      objectId: id,
      objectLabel: carrier.name,
    })
  })
  return { carriers: await listCarrierViews(context.kontor.database.read) }
}

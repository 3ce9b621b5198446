import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/orders/fulfillment/carriers-store.ts'
import { toCarrierKey } from '#shared/orders/carriers.ts'

/** Every carrier that users added has its event, and is as it was added; those that were removed are gone. */
export async function verifyCarriers(db: Db, findings: Findings): Promise<void> {
  const carriers = new Map((await store.listCarriers(db)).map((carrier) => [carrier.id, carrier]))
  findings.examined(carriers.size, 'carriers-recorded')
  const events = await store.listCarrierEvents(db)
  const removed = new Set(events.filter(({ action }) => action === 'carrier.removed').map(({ object_id }) => object_id))
  for (const event of events) {
    if (event.action !== 'carrier.added' || removed.has(event.object_id)) continue
    const carrier = carriers.get(event.object_id)
    carriers.delete(event.object_id)
    const row = `carriers ${event.object_id}`
    if (!carrier) {
      findings.addViolation('carriers-recorded', `${row}: missing`)
      continue
    }
    const { parameters } = parseParameters(event.parameters)
    const expected = {
      name: event.object_label,
      name_key: toCarrierKey(event.object_label),
      tracking_url: parameters['trackingUrl'],
      created_at: event.at,
      created_by: event.actor_id,
    }
    for (const [column, value] of Object.entries(expected))
      findings.expectEqual('carriers-recorded', row, column, carrier[column as never], value as never)
  }
  for (const id of carriers.keys()) findings.addViolation('carriers-recorded', `carriers ${id}: no event`)
}

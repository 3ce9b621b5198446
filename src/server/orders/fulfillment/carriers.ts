import type { Db } from '#server/db/database.ts'
import * as store from '#server/orders/fulfillment/carrier-store.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'

/** The carriers that users added, by name. */
export const listCarrierViews = async (db: Db): Promise<CarrierView[]> =>
  (await store.listCarriers(db)).map(({ id, name, tracking_url }) => ({ id, name, trackingUrl: tracking_url }))

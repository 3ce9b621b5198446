import { requirePermission } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { createJob } from '#server/jobs/create-job.ts'
import { loadJobDetails } from '#server/jobs/views.ts'
import { previewItems } from '#server/orders/bulk/create-order-job.ts'
import { readShipmentFile } from '#server/orders/bulk/shipment-file.ts'
import { resolveShipmentRows } from '#server/orders/bulk/shipment-rows.ts'
import { noBulkParameters } from '#shared/orders/bulk-actions.ts'
import { maxShipmentFileRows } from '#shared/orders/shipment-rows.ts'
import { invalidInput } from '#shared/problem.ts'

/**
 * `POST /api/shipments/jobs`: prepares shipping the orders of a file, each with its carrier and tracking number, like `createOrderJob` does for rows of a
 * text. Throws `invalid-input` with every line that has an error, and then prepares nothing.
 */
export const createShipmentJob: Action<'createShipmentJob'> = async (
  context,
  { file, carrier = '', start, orderColumn, carrierColumn, trackingColumn },
) => {
  requirePermission(context, 'orders.bulk')
  const columns = {
    ...(orderColumn && { orderColumn }),
    ...(carrierColumn && { carrierColumn }),
    ...(trackingColumn && { trackingColumn }),
  }
  const rows = await readShipmentFile(file, { carrier, columns, maximum: maxShipmentFileRows })
  const selected = await resolveShipmentRows(context, rows, '/file')
  if (selected.length === 0) throw invalidInput({ pointer: '/file', reason: 'file-without-rows' })
  const parameters = { ...noBulkParameters, carrier }
  const items = await previewItems(context, selected, 'ship', parameters)
  const id = await createJob(context, { kind: 'ship', parameters: { ...parameters, file: file.name }, items, start })
  return loadJobDetails(context, id)
}

import { hasPermission } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { createJob } from '#server/jobs/create-job.ts'
import type { FileJobKind } from '#server/jobs/job-kind.ts'
import { loadJobDetails } from '#server/jobs/views.ts'
import { type ExportState, writeJobFile } from '#server/jobs/write-file.ts'
import { nameExport, prepareExport, writeOrders } from '#server/orders/export/export-actions.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

type Input = InputOf<'exportOrders'>

/**
 * `POST /api/orders/exports/jobs`: a job writes the file of an export, which is kept for a week for who made it. Names are masked without the
 * permission to see them.
 */
export const createExportJob: Action<'createExportJob'> = async (context, input) => {
  await prepareExport(context, input)
  const state: ExportState<Input> = { percent: null, counts: {}, input }
  const { format } = input
  const id = await createJob(context, {
    kind: 'export',
    parameters: { format, locale: context.locale, file: nameExport(context, format) },
    state,
    items: [],
    start: true,
  })
  return loadJobDetails(context, id)
}

export const exportJobKind: FileJobKind = {
  permission: 'orders.export',
  work: (run) =>
    writeJobFile<Input>(run, hasPermission(run.context, 'customers.view_personal'), (input, onRows) =>
      writeOrders(run.context, input, onRows),
    ),
}

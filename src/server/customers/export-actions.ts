import { hasPermission, inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { loadRows, requireKnownImport, walkNumbers } from '#server/customers/list.ts'
import { toProfile } from '#server/customers/profile-columns.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import { createDownload } from '#server/files/download.ts'
import { whileLoggedIn } from '#server/files/export-file.ts'
import { createJob } from '#server/jobs/create-job.ts'
import type { FileJobKind } from '#server/jobs/job-kind.ts'
import { loadJobDetails } from '#server/jobs/views.ts'
import { type ExportState, writeJobFile } from '#server/jobs/write-file.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { maskProfile } from '#server/orders/masking.ts'
import { toCsvRow } from '#shared/csv.ts'
import type { ExportCustomersInput } from '#shared/customers/inputs.ts'
import { emptyProfile } from '#shared/customers/profile.ts'
import { customerList as en } from '#shared/messages/en/customer-list.ts'
import { customerList as zh } from '#shared/messages/zh/customer-list.ts'

const texts = { en, zh }

/**
 * `POST /api/customers/exports`: the customers that a filter shows as a CSV file, with their profiles, those added last first. Recorded before
 * anything is sent.
 */
export const exportCustomers: Action<'exportCustomers'> = async (context, filter) => {
  await recordExport(context, filter)
  return createDownload(whileLoggedIn(context, writeCustomers(context, filter)), {
    fileName,
    contentType: 'text/csv; charset=utf-8',
  })
}

const fileName = 'customers.csv'

const recordExport = async (context: AuthenticatedContext, filter: ExportCustomersInput): Promise<void> => {
  await requireKnownImport(context, filter, 'body')
  await inTransaction(context, (transaction) => {
    const { user } = context.session
    return recordEvents(transaction, context, {
      action: 'customers.exported',
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
      // What was searched for may be a name.
      parameters: { ...(filter.importNumber !== undefined && { import: filter.importNumber }) },
    })
  })
}

/** `POST /api/customers/exports/jobs`: a job writes the file, which is kept for a week for who made it. */
export const createCustomerExportJob: Action<'createCustomerExportJob'> = async (context, input) => {
  await recordExport(context, input)
  const state: ExportState<ExportCustomersInput> = { percent: null, counts: {}, input }
  const parameters = { locale: context.locale, file: fileName }
  const id = await createJob(context, { kind: 'export_customers', parameters, state, items: [], start: true })
  return loadJobDetails(context, id)
}

export const exportCustomersJobKind: FileJobKind = {
  permission: 'orders.export',
  work: (run) =>
    writeJobFile<ExportCustomersInput>(run, hasPermission(run.context, 'customers.view_personal'), (input, onRows) =>
      writeCustomers(run.context, input, onRows),
    ),
}

/** The parts of the file, a slice of customers each. */
async function* writeCustomers(
  context: AuthenticatedContext,
  filter: ExportCustomersInput,
  onRows: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { kontor, locale } = context
  const db = kontor.database.read
  const columns = texts[locale].exportColumns
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const isPersonal = hasPermission(context, 'customers.view_personal')
  const encoder = new TextEncoder()
  // Spreadsheets recognize UTF-8 by its mark.
  yield encoder.encode(`\ufeff${toCsvRow(Object.values(columns))}`)
  for await (const numbers of walkNumbers(context, filter)) {
    const profiles = await findProfiles(db, numbers)
    const rows = await loadRows(db, context, numbers)
    const lines = rows.map(({ orderCount, lastOrderAt, ...row }) => {
      const record = profiles.get(row.number)
      const known = record ? toProfile(record) : emptyProfile
      const profile = isPersonal ? known : maskProfile(known)
      const cells = {
        ...profile,
        ...row,
        source: record?.source ?? '',
        orderCount: String(orderCount),
        lastOrderAt: lastOrderAt === null ? '' : new Date(lastOrderAt).toISOString(),
      }
      return toCsvRow(names.map((name) => cells[name]))
    })
    onRows(rows.length)
    yield encoder.encode(lines.join(''))
    await yieldToEventLoop()
  }
}

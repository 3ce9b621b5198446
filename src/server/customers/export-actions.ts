import { findEndedSessions, hasPermission, inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { loadRows, walkNumbers } from '#server/customers/list.ts'
import { toProfile } from '#server/customers/profile-columns.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import { createDownload } from '#server/download.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { maskProfile } from '#server/orders/masking.ts'
import { toCsvRow } from '#shared/csv.ts'
import type { ExportCustomersInput } from '#shared/customers/inputs.ts'
import { emptyProfile } from '#shared/customers/profile.ts'
import { customerList as en } from '#shared/messages/en/customer-list.ts'
import { customerList as zh } from '#shared/messages/zh/customer-list.ts'
import { ProblemError } from '#shared/problem.ts'

const texts = { en, zh }

/**
 * `POST /api/customers/exports`: the customers that a filter shows as a CSV file, with their profiles, those added last first. Recorded before
 * anything is sent.
 */
export const exportCustomers: Action<'exportCustomers'> = async (context, filter) => {
  const { user } = context.session
  await inTransaction(context, (transaction) =>
    recordEvents(transaction, context, {
      action: 'customers.exported',
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
      // What was searched for may be a name.
      parameters: { ...(filter.importNumber !== undefined && { import: filter.importNumber }) },
    }),
  )
  return createDownload(writeCustomers(context, filter), {
    fileName: 'customers.csv',
    contentType: 'text/csv; charset=utf-8',
  })
}

/** Stops with an error, so that the download fails, when the session has ended or its user may do other things than before. */
async function* writeCustomers(
  context: AuthenticatedContext,
  filter: ExportCustomersInput,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { kontor, session, access, locale } = context
  const db = kontor.database.read
  const columns = texts[locale].exportColumns
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const isPersonal = hasPermission(context, 'customers.view_personal')
  const encoder = new TextEncoder()
  // Spreadsheets recognize UTF-8 by its mark.
  yield encoder.encode(`\ufeff${toCsvRow(Object.values(columns))}`)
  for await (const numbers of walkNumbers(context, filter)) {
    if ((await findEndedSessions(kontor, [session], access)).size > 0) throw new ProblemError('unavailable')
    const profiles = await findProfiles(db, numbers)
    const rows = await loadRows(db, context, numbers)
    const lines = rows.map(({ lastOrderAt, ...row }) => {
      const record = profiles.get(row.number)
      const known = record ? toProfile(record) : emptyProfile
      const profile = isPersonal ? known : maskProfile(known)
      const cells = {
        ...profile,
        ...row,
        source: record?.source ?? '',
        lastOrderAt: lastOrderAt === null ? '' : new Date(lastOrderAt).toISOString(),
      }
      return toCsvRow(names.map((name) => cells[name]))
    })
    yield encoder.encode(lines.join(''))
    await yieldToEventLoop()
  }
}

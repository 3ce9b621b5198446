import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { createDownload } from '#server/files/download.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { getMessages } from '#server/messages.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import * as store from '#server/staff/store.ts'
import { toCsvRow } from '#shared/csv.ts'
import { staff as en } from '#shared/messages/en/staff.ts'
import { staff as zh } from '#shared/messages/zh/staff.ts'
import { isBuiltInRole } from '#shared/permissions.ts'

const staffTexts = { en, zh }

/** Accounts read at once. */
const sliceSize = 500

/** All accounts as a CSV file, also pending and archived ones, with times in UTC; recorded with their number. */
export const exportUsers: Action<'exportUsers'> = async (context) => {
  const { kontor, session, locale } = context
  const { read } = kontor.database
  const { common, staffFilters } = getMessages(locale)
  const { columns, fileName } = staffTexts[locale].export
  const ownRoles = await listOwnRoles(read)
  const roleName = (id: string): string =>
    isBuiltInRole(id) ? common.roles[id] : (ownRoles.find((role) => role.id === id)?.name ?? id)
  const toText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())
  // Spreadsheets recognize UTF-8 by its mark.
  let csv = `\ufeff${toCsvRow(columns)}`
  let count = 0
  for (let after = ''; ;) {
    const users = await store.listUsersAfter(read, after, sliceSize)
    for (const user of users)
      csv += toCsvRow([
        user.name,
        user.email,
        user.role === null ? '' : roleName(user.role),
        common.statuses.user[user.status],
        user.has_second_factor === 1 ? staffFilters.secondFactors.on : staffFilters.secondFactors.off,
        toText(user.last_seen_at),
        toText(user.created_at),
      ])
    count += users.length
    const last = users.at(-1)
    if (!last || users.length < sliceSize) break
    after = last.id
    await yieldToEventLoop()
  }
  await inTransaction(context, (transaction) =>
    recordEvents(transaction, context, {
      action: 'users.exported',
      objectType: 'user',
      objectId: session.user.id,
      objectLabel: session.user.name,
      parameters: { count },
    }),
  )
  return createDownload(csv, { fileName, contentType: 'text/csv; charset=utf-8' })
}

import type { Action } from '#server/context.ts'
import { readAuditLog } from '#server/events/audit-log.ts'

export const listEvents: Action<'listEvents'> = async (context, query) => {
  const { rows, next, count } = await readAuditLog(context, query)
  return { rows, next, count }
}

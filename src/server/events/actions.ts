import type { Action } from '#server/context.ts'
import { readAuditLog, readEventsHead } from '#server/events/audit-log.ts'

export const listEvents: Action<'listEvents'> = async (context, query) => {
  const { rows, next, count } = await readAuditLog(context, query)
  return { rows, next, count }
}

export const getEventsHead: Action<'getEventsHead'> = ({ kontor }) => readEventsHead(kontor)

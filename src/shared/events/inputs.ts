import { auditLog } from '#shared/events/audit-log.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import type * as z from 'zod/mini'

/** `GET /api/events`. */
export const listEventsQuery = listQuery(listShape(auditLog), auditLog)
export type ListEventsQuery = z.infer<typeof listEventsQuery>

/** The filters of the audit log as the body of an export. */
export const exportEventsInput = listQuery(listShape({ ...auditLog, paged: false }), auditLog)
export type ExportEventsInput = z.infer<typeof exportEventsInput>

import { auditLog, eventsHeadPath } from '#shared/events/audit-log.ts'
import { auditEventList, eventsHead } from '#shared/events/audit-views.ts'
import { exportEventsInput, listEventsQuery } from '#shared/events/inputs.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import * as z from 'zod/mini'

const exportEndpoint = {
  method: 'POST',
  access: 'audit.export',
  body: exportEventsInput,
  output: z.string(),
  reentry: true,
  timeLimit: 'long',
} as const

/** The audit log. */
export const eventEndpoints = {
  listEvents: endpoint({
    method: 'GET',
    path: '/api/events',
    access: auditLog.permission,
    query: listEventsQuery,
    output: auditEventList,
  }),
  getEventsHead: endpoint({
    method: 'GET',
    path: eventsHeadPath,
    access: auditLog.permission,
    output: eventsHead,
  }),
  exportEventsAsCsv: endpoint({ ...exportEndpoint, path: '/api/events/csv-exports', answerType: 'text/csv' }),
  /** Each line is an event as `listEvents` has it. */
  exportEventsAsJson: endpoint({
    ...exportEndpoint,
    path: '/api/events/json-exports',
    answerType: 'application/x-ndjson',
  }),
}

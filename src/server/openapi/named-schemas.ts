import { auditEvent } from '#shared/events/audit-views.ts'
import { eventView, fieldChange } from '#shared/events/views.ts'
import { customerView } from '#shared/customers/views.ts'
import { ledgerAccount } from '#shared/finance/account-views.ts'
import { matchLineView, reconciliation } from '#shared/finance/matching/views.ts'
import { entryView, posting } from '#shared/finance/views.ts'
import { attachment, orderNote } from '#shared/orders/annotation-views.ts'
import { dispute, orderReturn, payment, refund, shipment } from '#shared/orders/document-views.ts'
import { count } from '#shared/list/count.ts'
import { address, orderLine, orderRow, orderView } from '#shared/orders/views.ts'
import { roleView } from '#shared/roles/views.ts'
import { invitationRow, sessionRow, userRow } from '#shared/staff/views.ts'
import { apiToken } from '#shared/tokens/tokens.ts'
import { deliveryRow, webhookEvent, webhookView } from '#shared/webhooks/webhooks.ts'
import { jobDetails } from '#shared/jobs/views.ts'
import { entryRequestView } from '#shared/finance/entry-requests.ts'
import { entryTemplateView } from '#shared/finance/entry-templates.ts'
import { periodDetail } from '#shared/finance/closing/period-views.ts'
import { createOrderInput, uncheckedOrder } from '#shared/orders/create-inputs.ts'
import { problem } from '#shared/problem-schema.ts'
import * as z from 'zod/mini'

export const componentPath = '#/components/schemas/'

/** Shapes that answers have in common: the description has each once, under its name. One with a `$ref` is described as another. */
export const namedSchemas = z.registry<{ id: string } | { id?: undefined; $ref: string }>()

/** Those that callers send. */
export const namedInputs: Readonly<Record<string, z.ZodMiniObject>> = { NewOrder: createOrderInput }

const schemas: Record<string, z.ZodMiniType> = {
  ...namedInputs,
  Problem: problem,
  Order: orderView,
  OrderRow: orderRow,
  OrderLine: orderLine,
  Address: address,
  Payment: payment,
  Refund: refund,
  Shipment: shipment,
  Return: orderReturn,
  Dispute: dispute,
  Note: orderNote,
  Attachment: attachment,
  Customer: customerView,
  Job: jobDetails,
  Entry: entryView,
  EntryRequest: entryRequestView,
  EntryTemplate: entryTemplateView,
  Period: periodDetail,
  Posting: posting,
  LedgerAccount: ledgerAccount,
  Reconciliation: reconciliation,
  StatementLine: matchLineView,
  Event: eventView,
  FieldChange: fieldChange,
  AuditEvent: auditEvent,
  User: userRow,
  Session: sessionRow,
  Invitation: invitationRow,
  Role: roleView,
  ApiToken: apiToken,
  Webhook: webhookView,
  WebhookEvent: webhookEvent,
  Delivery: deliveryRow,
  Count: count,
}
for (const [id, schema] of Object.entries(schemas)) namedSchemas.add(schema, { id })
namedSchemas.add(uncheckedOrder, { $ref: `${componentPath}NewOrder` })

import { flag, optionalInput, optionalLine, requiredList } from '#shared/inputs.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { orderView } from '#shared/orders/views.ts'
import { testTopic, webhookTopics } from '#shared/webhooks/topics.ts'
import { deliveryStates, webhooksList, webhookStates } from '#shared/webhooks/webhooks-list.ts'
import * as z from 'zod/mini'

/** Webhooks of a company that were not removed. */
export const maxWebhooks = 20

const id = z.string().check(z.maxLength(40, 'too-long'))
export const webhookParams = z.object({ webhook: id })
export const deliveryParams = z.object({ webhook: id, delivery: id })

export const webhookInput = z.object({
  /** An http or https URL without a user and a password in it. */
  url: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(1000, 'too-long')),
  description: optionalLine(100),
  topics: requiredList(z.enum(webhookTopics)),
  /** Whether the data of customers is sent in full; masked otherwise. */
  includesPersonal: flag,
})
export type WebhookInput = z.infer<typeof webhookInput>

export const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  topics: z.array(z.enum(webhookTopics)),
  includesPersonal: z.boolean(),
  state: z.enum(webhookStates),
  /** Since when deliveries fail; null unless they do. */
  failingSince: z.nullable(z.int()),
  createdAt: z.int(),
  lastDeliveredAt: z.nullable(z.int()),
  /** How many deliveries wait for an attempt. */
  waitingCount: z.int(),
  version: z.int(),
})
export type WebhookView = z.infer<typeof webhookView>
/** A new secret: what receivers check signatures with, shown only in this answer. */
export const webhookSecret = z.object({ secret: z.string(), webhook: webhookView })

/** `GET /api/webhooks`. */
export const listWebhooksQuery = listQuery(listShape(webhooksList), webhooksList)
export type ListWebhooksQuery = z.infer<typeof listWebhooksQuery>
export const webhookList = z.object({ rows: z.array(webhookView) })

export const deliveryRow = z.object({
  id: z.string(),
  /** The same for every webhook that gets the event, and for every attempt. */
  eventId: z.string(),
  type: z.enum([...webhookTopics, testTopic]),
  /** The number of the order; null for a test. */
  orderNumber: z.nullable(z.string()),
  state: z.enum(deliveryStates),
  createdAt: z.int(),
  attemptCount: z.int(),
  /** When it is tried again; null unless it waits. */
  nextAttemptAt: z.nullable(z.int()),
  /** The status that the receiver answered last; null before the first answer. */
  lastStatus: z.nullable(z.int()),
})
export type DeliveryRow = z.infer<typeof deliveryRow>

/** Why an attempt failed without an answer, or although there was one. */
export const deliveryErrors = [
  'status',
  'redirect',
  'timeout',
  'connection',
  'certificate',
  'host-not-found',
  'address-not-allowed',
  'insecure',
  'secret-unreadable',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

export const deliveryAttempt = z.object({
  at: z.int(),
  durationMs: z.int(),
  /** Null without an answer. */
  status: z.nullable(z.int()),
  /** Null for a success. */
  error: z.nullable(z.enum(deliveryErrors)),
  /** The beginning of what the receiver answered. */
  response: z.string(),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>

export const deliveryView = z.object({
  ...deliveryRow.shape,
  /** What is sent, as JSON; null before the first attempt, after the data of the customer was erased, and for users who may not see it. */
  payload: z.nullable(z.string()),
  attempts: z.array(deliveryAttempt),
})
export type DeliveryView = z.infer<typeof deliveryView>

/** `GET /api/webhooks/:webhook/deliveries`; newest first, `before` is the id of the delivery after which to read on. */
export const listDeliveriesQuery = z.object({
  deliveryState: optionalInput(z.enum(deliveryStates)),
  before: optionalInput(z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))),
})
export const deliveryList = z.object({ rows: z.array(deliveryRow), next: z.nullable(z.string()) })
export type DeliveryList = z.infer<typeof deliveryList>

/** What is sent to a webhook: an event with the order as it was when it was sent for the first time. */
export const webhookEvent = z.object({
  id: z.string(),
  type: z.enum([...webhookTopics, testTopic]),
  /** When it happened, epoch milliseconds. */
  at: z.int(),
  /** The number of the order; null in a test. */
  number: z.nullable(z.string()),
  /** As `GET /api/orders/:number` answers a token with the permission `orders.view`; null in a test, and when the order was deleted. */
  order: z.nullable(orderView),
})
export type WebhookEvent = z.infer<typeof webhookEvent>

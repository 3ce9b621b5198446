import { inTransaction } from '#server/auth/access.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import type { AddressPolicy } from '#server/webhooks/address-policy.ts'
import { composeEvent } from '#server/webhooks/compose-event.ts'
import * as deliveries from '#server/webhooks/delivery-store.ts'
import { leaseMs, nextAttemptAfter, switchOffAfterMs } from '#server/webhooks/retry.ts'
import { keyOfSecret, webhookEncryption } from '#server/webhooks/secret.ts'
import { sendWebhook } from '#server/webhooks/send-webhook.ts'
import { signRequest } from '#server/webhooks/signature.ts'
import * as store from '#server/webhooks/store.ts'
import { nameOfWebhook } from '#server/webhooks/webhook-views.ts'
import type { DeliveryAttempt } from '#shared/webhooks/webhooks.ts'

/** A delivery that this process may try now. */
interface ClaimedDelivery {
  webhook: store.WebhookRecord
  delivery: deliveries.DeliveryRecord
  payload: string
}

/** Attempts of a delivery that are kept, with those of deliveries that were sent again. */
const maxLogged = 30
/** The time of the last success is written at most this often. */
const touchIntervalMs = 60_000

/** Takes the next delivery of a webhook that is due, and stores what will be sent: a repetition sends the same. */
export const claimNext = (kontor: Kontor, webhookId: string): Promise<ClaimedDelivery | undefined> =>
  kontor.database.inReadCommitted(async (transaction) => {
    const webhook = await store.findWebhook(transaction, webhookId)
    if (webhook?.state !== 'active') return undefined
    const now = kontor.now()
    const claim = { webhookId, now, until: now + leaseMs }
    const delivery = await deliveries.claimDelivery(transaction, kontor.database.dialect, claim)
    if (!delivery) return undefined
    if (delivery.payload !== null) return { webhook, delivery, payload: delivery.payload }
    const payload = await composeEvent(transaction, kontor, delivery, webhook.includes_personal === 1)
    await deliveries.updateDelivery(transaction, delivery.id, { payload })
    return { webhook, delivery, payload }
  })

/** Sends a delivery once, and records how that went; returns whether it arrived. */
export async function attemptDelivery(
  kontor: Kontor,
  { webhook, delivery, payload }: ClaimedDelivery,
  options: { policy: AddressPolicy; signal: AbortSignal },
): Promise<boolean> {
  const { log, now } = kontor
  const at = now()
  const startedAt = performance.now()
  const keys = readKeys(kontor, webhook, at)
  const result = keys
    ? await sendWebhook({ url: webhook.url, ...signRequest(keys, delivery.event_id, payload, at) }, options)
    : ({ status: null, error: 'secret-unreadable', response: '' } as const)
  const attempt = { at, durationMs: Math.round(performance.now() - startedAt), ...result }
  await recordAttempt(kontor, webhook, delivery, attempt)
  const { status, error } = result
  const fields = { webhook: webhook.id, delivery: delivery.id, attempt: delivery.attempts, status }
  if (error === null) log.debug('webhook delivered', fields)
  else log.warn('webhook not delivered', { ...fields, error })
  return error === null
}

/** The keys to sign with: the current one, and the one before while it is valid. `undefined` if they were encrypted with another secret. */
function readKeys(kontor: Kontor, webhook: store.WebhookRecord, now: number): Buffer[] | undefined {
  const { id, secret, previous_secret, previous_secret_until } = webhook
  const isPreviousValid = previous_secret !== null && (previous_secret_until ?? 0) > now
  const decrypted = [secret, ...(isPreviousValid ? [previous_secret] : [])].map((encrypted) =>
    webhookEncryption(kontor).decrypt(encrypted, id),
  )
  const readable = decrypted.filter((each) => each !== undefined)
  return readable.length === decrypted.length ? readable.map(keyOfSecret) : undefined
}

async function recordAttempt(
  kontor: Kontor,
  webhook: store.WebhookRecord,
  delivery: deliveries.DeliveryRecord,
  attempt: DeliveryAttempt,
): Promise<void> {
  const now = kontor.now()
  const hasSucceeded = attempt.error === null
  const nextAt = hasSucceeded ? undefined : nextAttemptAfter(delivery.attempts, now)
  const failingSince = hasSucceeded ? null : (webhook.failing_since ?? now)
  await kontor.database.inReadCommitted(async (transaction) => {
    const log = [...(JSON.parse(delivery.log) as DeliveryAttempt[]), attempt].slice(-maxLogged)
    const state = hasSucceeded ? 'delivered' : nextAt === undefined ? 'failed' : 'waiting'
    await deliveries.updateDelivery(transaction, delivery.id, { state, log: JSON.stringify(log) })
    await deliveries.scheduleQueue(transaction, delivery, nextAt ?? now)
    const isStale = now - (webhook.last_delivered_at ?? 0) >= touchIntervalMs
    if (failingSince !== webhook.failing_since || (hasSucceeded && isStale))
      await store.updateWebhook(transaction, webhook.id, {
        failing_since: failingSince,
        ...(hasSucceeded && { last_delivered_at: now }),
      })
  })
  if (failingSince !== null && now - failingSince >= switchOffAfterMs) await switchOff(kontor, webhook.id)
}

/** Switches a webhook off that has failed for days. */
async function switchOff(kontor: Kontor, id: string): Promise<void> {
  const context = createOperatorContext(kontor)
  await inTransaction(context, async (transaction) => {
    const webhook = await store.findWebhook(transaction, id)
    const { failing_since: since, state } = webhook ?? {}
    if (!webhook || state !== 'active' || !since || kontor.now() - since < switchOffAfterMs) return
    await store.updateWebhook(transaction, id, { state: 'off', version: webhook.version + 1 })
    await recordEvents(transaction, context, {
      action: 'webhook.switched_off',
      objectType: 'webhook',
      objectId: id,
      objectLabel: nameOfWebhook(webhook),
      at: kontor.now(),
    })
  })
}

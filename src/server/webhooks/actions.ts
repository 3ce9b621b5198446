import { inTransaction, requirePermission } from '#server/auth/access.ts'
import { digestCredential } from '#server/auth/credential-digest.ts'
import type { Action, AuthenticatedContext, Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { createAddressPolicy } from '#server/webhooks/address-policy.ts'
import { eraseSentPayloads } from '#server/webhooks/erase-payloads.ts'
import { createWebhookSecret, webhookEncryption } from '#server/webhooks/secret.ts'
import * as store from '#server/webhooks/store.ts'
import { nameOfWebhook, readWebhooks, toWebhookView } from '#server/webhooks/webhook-views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { webhookTopics } from '#shared/webhooks/topics.ts'
import { maxWebhooks, type WebhookInput, type WebhookView } from '#shared/webhooks/webhooks.ts'
import { isIP } from 'node:net'

/** How long deliveries are also signed with the previous secret. */
const previousSecretMs = dayMs

/** `GET /api/webhooks`. */
export const listWebhooks: Action<'listWebhooks'> = async ({ kontor }, query) => ({
  rows: await readWebhooks(kontor, query),
})

/** `POST /api/webhooks`. The secret is in this answer only. */
export const createWebhook: Action<'createWebhook'> = async (context, input) => {
  const { kontor } = context
  const secret = createWebhookSecret()
  const webhook = await inTransaction(context, async (transaction) => {
    const columns = toColumns(context, input)
    if ((await store.listWebhooks(transaction)).length >= maxWebhooks)
      throw invalidInput({ pointer: '/url', reason: 'webhooks-full', parameters: { maximum: maxWebhooks } })
    const id = newId()
    const at = kontor.now()
    const encrypted = webhookEncryption(kontor).encrypt(secret, id)
    await store.insertWebhook(transaction, { id, ...columns, secret: encrypted, state: 'active', created_at: at })
    await recordWebhookEvent(transaction, context, id, 'webhook.created', at)
    return requireView(transaction, id)
  })
  return { secret, webhook }
}

/** `PUT /api/webhooks/:webhook`. */
export const changeWebhook: Action<'changeWebhook'> = (context, { webhook: id, version, ...input }) =>
  changeWith(context, id, 'webhook.changed', async (webhook, transaction) => {
    if (webhook.version !== version) throw await changedMeanwhile(transaction, context, { object: ['webhook', id] })
    const columns = toColumns(context, input, webhook)
    // Payloads with personal data must go neither to another URL nor, without this setting, anywhere.
    const hidesPersonal = webhook.includes_personal === 1 && columns.includes_personal === 0
    if (columns.url !== webhook.url || hidesPersonal) await eraseSentPayloads(transaction, id)
    return { ...columns, ...(columns.url !== webhook.url && { failing_since: null }) }
  })

/** `POST /api/webhooks/:webhook/pause`: nothing is sent or queued from then on. */
export const pauseWebhook: Action<'pauseWebhook'> = (context, { webhook: id }) =>
  changeWith(context, id, 'webhook.paused', ({ state }) => (state === 'active' ? { state: 'paused' } : undefined))

/** `POST /api/webhooks/:webhook/resume`: sends what waits, if any, and what happens from then on. */
export const resumeWebhook: Action<'resumeWebhook'> = async (context, { webhook: id }) => {
  const view = await changeWith(context, id, 'webhook.resumed', ({ state }) =>
    state === 'active' ? undefined : { state: 'active', failing_since: null },
  )
  context.kontor.webhooks?.wake()
  return view
}

/** `POST /api/webhooks/:webhook/secrets`: a new secret, in this answer only. For a day deliveries are signed with both. */
export const replaceWebhookSecret: Action<'replaceWebhookSecret'> = async (context, { webhook: id }) => {
  const { kontor } = context
  const secret = createWebhookSecret()
  const webhook = await changeWith(context, id, 'webhook.secret_replaced', (before) => ({
    secret: webhookEncryption(kontor).encrypt(secret, id),
    previous_secret: before.secret,
    previous_secret_until: kontor.now() + previousSecretMs,
  }))
  return { secret, webhook }
}

/** `DELETE /api/webhooks/:webhook`. What waits is not sent any more. */
export const removeWebhook: Action<'removeWebhook'> = (context, { webhook: id }) =>
  inTransaction(context, async (transaction) => {
    const view = await requireView(transaction, id)
    await recordWebhookEvent(transaction, context, id, 'webhook.removed', context.kontor.now())
    await store.updateWebhook(transaction, id, { state: 'removed', secret: '', previous_secret: null })
    return view
  })

type Changed = Parameters<typeof store.updateWebhook>[2] | undefined

/** Changes the columns that `decide` returns, if any. Throws `not-found`, and what `decide` throws. */
function changeWith(
  context: AuthenticatedContext,
  id: string,
  action: WebhookAction,
  decide: (webhook: store.WebhookRecord, transaction: Transaction) => Changed | Promise<Changed>,
): Promise<WebhookView> {
  return inTransaction(context, async (transaction) => {
    const webhook = await store.findWebhook(transaction, id)
    if (!webhook) throw new ProblemError('not-found')
    const columns = await decide(webhook, transaction)
    if (columns) {
      await store.updateWebhook(transaction, id, { ...columns, version: webhook.version + 1 })
      await recordWebhookEvent(transaction, context, id, action, context.kontor.now())
    }
    return requireView(transaction, id)
  })
}

/** Throws `invalid-input`, and `permission-denied` for personal data that the user may not see. */
function toColumns(context: AuthenticatedContext, input: WebhookInput, before?: store.WebhookRecord) {
  const topics = webhookTopics.filter((topic) => input.topics.includes(topic))
  if (topics.length === 0) throw invalidInput({ pointer: '/topics', reason: 'no-topics' })
  const url = checkUrl(context.kontor, input.url)
  // A user who may not see personal data must not send it to an address of their choice either.
  const isAsBefore = before?.includes_personal === 1 && before.url === url
  if (input.includesPersonal && !isAsBefore) requirePermission(context, 'customers.view_personal')
  return {
    url,
    description: input.description ?? '',
    topics: JSON.stringify(topics),
    includes_personal: input.includesPersonal ? 1 : 0,
  }
}

/** The URL as it is called. What its name points to is checked with every delivery. */
function checkUrl({ config }: Kontor, text: string): string {
  const policy = createAddressPolicy(config.webhookNetworks)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !['https:', 'http:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    throw invalidInput({ pointer: '/url', reason: 'webhook-url' })
  // Names below localhost are always this machine (RFC 6761).
  const host = /(^|\.)localhost\.?$/.test(url.hostname) ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '')
  const refuse = (reason: string) => invalidInput({ pointer: '/url', reason })
  if (url.protocol !== 'https:' && !policy.allowsHttp) throw refuse('webhook-https')
  if (isIP(host) !== 0 && !policy.isAllowed(host)) throw refuse('webhook-private')
  return url.href
}

type WebhookAction = Extract<EventDraft['action'], `webhook.${string}`>

/** Records the webhook as it is stored. The events have digests of what may be secret, so that the self-check can compare them. */
async function recordWebhookEvent(
  transaction: Transaction,
  context: AuthenticatedContext,
  id: string,
  action: WebhookAction,
  at: number,
): Promise<void> {
  const webhook = await store.findWebhook(transaction, id)
  if (!webhook) throw new ProblemError('not-found')
  await recordEvents(transaction, context, {
    action,
    objectType: 'webhook',
    objectId: id,
    objectLabel: nameOfWebhook(webhook),
    parameters: {
      url: digestCredential(webhook.url),
      digest: digestCredential(webhook.secret),
      topics: (JSON.parse(webhook.topics) as string[]).join(' '),
      personal: webhook.includes_personal,
    },
    at,
  })
}

async function requireView(transaction: Transaction, id: string): Promise<WebhookView> {
  const webhook = await store.findWebhook(transaction, id)
  if (!webhook) throw new ProblemError('not-found')
  return toWebhookView(transaction, webhook)
}

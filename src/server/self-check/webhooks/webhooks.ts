import { digestCredential } from '#server/auth/credential-digest.ts'
import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/webhooks/webhooks-store.ts'

const check = 'webhooks-recorded'

/** The states that may follow from an event: restoring a backup pauses webhooks. */
const statesAfter: Record<string, readonly string[]> = {
  'webhook.created': ['active', 'paused'],
  'webhook.paused': ['paused'],
  'webhook.resumed': ['active', 'paused'],
  'webhook.switched_off': ['off'],
  'webhook.removed': ['removed'],
}

interface RecordedWebhook {
  label: string
  createdAt: number
  parameters: Record<string, unknown>
  states: readonly string[]
}

/** The URL, the secret, the topics and the state of every webhook follow from its events. */
export async function verifyWebhooks(db: Db, findings: Findings): Promise<void> {
  const recorded = new Map<string, RecordedWebhook>()
  for (const { action, at, object_id: id, object_label: label, parameters } of await store.listWebhookEvents(db)) {
    const before = recorded.get(id)
    const given = parseParameters(parameters).parameters
    recorded.set(id, {
      label,
      createdAt: before?.createdAt ?? at,
      // The program, which switches webhooks off, changes nothing else.
      parameters: 'url' in given ? given : (before?.parameters ?? {}),
      states: statesAfter[action] ?? before?.states ?? [],
    })
  }
  const webhooks = await store.listWebhooks(db)
  for (const webhook of webhooks) {
    const row = `webhooks ${webhook.id}`
    const expected = recorded.get(webhook.id)
    if (!expected) {
      findings.addViolation(check, `${row}: no event`)
      continue
    }
    const { parameters, states, createdAt } = expected
    const state = states.includes(webhook.state) ? webhook.state : states.join(' or ')
    const isRemoved = webhook.state === 'removed'
    const columns: [column: string, stored: unknown, expected: unknown][] = [
      ['url', digestCredential(webhook.url), parameters['url']],
      ['secret', isRemoved ? webhook.secret : digestCredential(webhook.secret), isRemoved ? '' : parameters['digest']],
      ['topics', webhook.topics, JSON.stringify(String(parameters['topics']).split(' '))],
      ['includes_personal', webhook.includes_personal, parameters['personal']],
      ['created_at', webhook.created_at, createdAt],
      ['state', webhook.state, state],
    ]
    for (const [column, stored, value] of columns) findings.expectEqual(check, row, column, stored, value)
    recorded.delete(webhook.id)
  }
  for (const [id, { states }] of recorded)
    if (!states.includes('removed')) findings.addViolation(check, `webhooks ${id}: missing`)
  findings.examined(webhooks.length, check)
}

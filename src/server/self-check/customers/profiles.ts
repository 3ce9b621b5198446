import { type ProfileRecord, toProfile } from '#server/customers/profile-columns.ts'
import { tokenizeProfile } from '#server/customers/save-profiles.ts'
import type { EventPersonalValuesTable } from '#server/db/schema/events.ts'
import { parseParameters } from '#server/events/events.ts'
import { hashPersonalValues } from '#server/events/personal-values.ts'
import { hashPayload } from '#server/orders/intake/numbered-draft.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { listConcealed } from '#server/self-check/orders/personal-values.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import { emptyProfile, profileFields } from '#shared/customers/profile.ts'
import { add } from '#shared/money.ts'

const check = 'customers-recorded'

interface RecordedEvent {
  id: string
  at: number
  action: string
  parameters: string
}

interface RelatedRows {
  events: readonly RecordedEvent[]
  values: ReadonlyMap<string, readonly EventPersonalValuesTable[]>
  profile: ProfileRecord | undefined
  tokens: readonly string[]
  contacts: readonly string[]
}

/** The profile of a customer follows from its events, is found by exactly its words, and owns only its own contacts. */
export function verifyProfile(
  findings: Findings,
  number: string,
  { events, values, profile, tokens, contacts }: RelatedRows,
): void {
  const row = `customer_profiles ${number}`
  // The undo of an import has removed what was before.
  const current = events.slice(events.findLastIndex(({ action }) => action === 'customer.removed') + 1)
  const ofProfile = current.flatMap((event) => {
    const { parameters } = parseParameters(event.parameters)
    return parameters['profileVersion'] === undefined ? [] : [{ ...event, values: parameters }]
  })
  ofProfile.sort((a, b) => Number(a.values['profileVersion']) - Number(b.values['profileVersion']))
  verifyValues(findings, number, events, values)
  findings.expectEqual(check, row, 'exists', profile !== undefined, ofProfile.length > 0)
  if (!profile) {
    for (const token of tokens) findings.addViolation(check, `customer_tokens ${number} ${token}: no profile`)
    for (const contact of contacts) findings.addViolation(check, `customer_contacts ${contact}: not of ${number}`)
    return
  }
  const { external_id, ...expected } = replay(ofProfile, values)
  for (const [column, value] of Object.entries(expected.texts))
    findings.expectEqual(check, row, column, toProfile(profile)[column as keyof typeof expected.texts], value)
  for (const [column, value] of Object.entries({ ...expected.columns, external_id }))
    findings.expectEqual(check, row, column, profile[column as keyof typeof expected.columns], value)
  const receivedHash = profile.received === '' ? '' : hashPayload(profile.received)
  findings.expectEqual(check, row, 'received', receivedHash, expected.receivedHash)
  const shown = toProfile(profile)
  const [wanted, stored] = [new Set(tokenizeProfile(shown)), new Set(tokens)]
  for (const token of wanted.symmetricDifference(stored))
    findings.addViolation(check, `customer_tokens ${number} ${token}: ${stored.has(token) ? 'not of it' : 'missing'}`)
  for (const contact of contacts)
    if (!listContacts(shown).includes(contact))
      findings.addViolation(check, `customer_contacts ${contact}: not of ${number}`)
}

/** The state of a profile after its events. Erased values are empty. */
function replay(
  events: readonly (RecordedEvent & { values: Readonly<Record<string, unknown>> })[],
  values: RelatedRows['values'],
) {
  const texts: Record<string, string> = { ...emptyProfile }
  let [source, externalId, receivedHash] = ['kontor', '', '']
  for (const event of events) {
    const { parameters, changes } = parseParameters(event.parameters, values.get(event.id))
    for (const { field, to } of changes) texts[field.replace(/^profile\./, '')] = to === null ? '' : String(to)
    if (parameters['externalId'] !== undefined) {
      source = String(parameters['source'])
      externalId = String(parameters['externalId'])
    }
    if (parameters['receivedHash'] !== undefined) receivedHash = String(parameters['receivedHash'])
    if (parameters['erasedValues'] !== undefined) receivedHash = ''
  }
  const [first, last] = [events[0], events.at(-1)]
  return {
    texts: texts as Record<(typeof profileFields)[number], string>,
    external_id: externalId,
    receivedHash,
    columns: {
      source,
      import_number: (first?.values['import'] as string | undefined) ?? null,
      created_at: first?.at,
      changed_at: last?.at,
      version: events.length,
    },
  }
}

/** The personal values in the events of a customer are those that were recorded, without as many as erasing has deleted. */
function verifyValues(
  findings: Findings,
  number: string,
  events: readonly RecordedEvent[],
  values: RelatedRows['values'],
): void {
  let [erased, expected] = [0, 0]
  for (const { id, parameters } of events) {
    const rows = new Map((values.get(id) ?? []).map((each) => [each.field, each]))
    for (const { field, valuesHash } of listConcealed(parameters)) {
      const row = rows.get(field)
      rows.delete(field)
      if (row)
        findings.expectEqual(check, `event_personal_values ${id} ${field}`, 'hash', hashPersonalValues(row), valuesHash)
      else erased++
    }
    for (const field of rows.keys()) findings.addViolation(check, `event_personal_values ${id} ${field}: not recorded`)
    expected = add(expected, Number(parseParameters(parameters).parameters['erasedValues'] ?? 0))
  }
  findings.expectEqual(check, `event_personal_values of ${number}`, 'erased', erased, expected)
}

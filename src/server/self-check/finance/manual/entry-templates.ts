import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/self-check/finance/manual/entry-requests-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

const check = 'entry-templates'

/** Every template is what its last event says. */
export async function verifyEntryTemplates(db: Db, findings: Findings): Promise<void> {
  const templates = new Map((await store.listTemplates(db)).map((template) => [template.id, template]))
  const events = Map.groupBy(await store.listTemplateEvents(db), ({ object_id }) => object_id)
  for (const [id, ofTemplate] of events) {
    const row = `entry_templates ${id}`
    const template = templates.get(id)
    templates.delete(id)
    const [first, last] = [ofTemplate[0], ofTemplate.at(-1)]
    if (!template || !first || !last) {
      findings.addViolation(check, `${row}: missing`)
      continue
    }
    const archiving = ofTemplate.findLast(({ action }) => /(un)?archived$/.test(action))
    const expected = {
      name: last.object_label,
      ...parseParameters(last.parameters).parameters,
      created_by: first.actor_id,
      created_at: first.at,
      archived_at: archiving?.action === 'entry_template.archived' ? archiving.at : null,
    }
    for (const [column, value] of Object.entries(expected))
      findings.expectEqual(check, row, column, template[column as keyof typeof template], value)
    findings.expectEqual(check, row, 'version', template.version, ofTemplate.length)
  }
  findings.examined(events.size, check)
  for (const id of templates.keys()) findings.addViolation(check, `entry_templates ${id}: no event`)
}

import type { Db, Transaction } from '#server/db/database.ts'
import { parseTemplateKey } from '#shared/finance/entry-templates.ts'
import type { EntryTemplatesTable } from '#server/db/schema/entry-requests.ts'

/** All templates by name. */
export const listTemplates = (db: Db): Promise<EntryTemplatesTable[]> =>
  db.selectFrom('entry_templates').selectAll().orderBy('name').orderBy('id').execute()

export const findTemplate = (db: Db, id: string): Promise<EntryTemplatesTable | undefined> =>
  db.selectFrom('entry_templates').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertTemplate(transaction: Transaction, template: EntryTemplatesTable): Promise<void> {
  await transaction.insertInto('entry_templates').values(template).execute()
}

export async function updateTemplate(
  transaction: Transaction,
  { id, ...template }: EntryTemplatesTable,
): Promise<void> {
  await transaction.updateTable('entry_templates').set(template).where('id', '=', id).execute()
}

/** A month of a template. */
interface TemplateMonth {
  template: string
  month: string
}

/** The months of templates that have their entry. */
export async function listPostedMonths(db: Db): Promise<TemplateMonth[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('external_id')
    .where('source', '=', 'manual')
    .where('external_id', '>=', 'template:')
    .where('external_id', '<', 'template;')
    .execute()
  return rows.flatMap(({ external_id }) => parseTemplateKey(external_id) ?? [])
}

/** The months of templates that wait for approval. */
export async function listRequestedMonths(db: Db, now: number): Promise<TemplateMonth[]> {
  const rows = await db
    .selectFrom('entry_requests')
    .select(['template_id', 'month'])
    .where('status', '=', 'requested')
    .where('expires_at', '>', now)
    .execute()
  return rows.flatMap(({ template_id, month }) =>
    template_id === null || month === null ? [] : { template: template_id, month },
  )
}

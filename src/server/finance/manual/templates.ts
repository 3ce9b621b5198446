import { hasPermission, inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { EntryTemplatesTable } from '#server/db/schema/entry-requests.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { recordEvents } from '#server/events/events.ts'
import { parsePostings, sumDebits } from '#server/finance/manual/manual-postings.ts'
import { createAccountNames } from '#server/finance/manual/request-views.ts'
import * as store from '#server/finance/manual/template-store.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { type EntryTemplateView, findDueMonths, maxEntryTemplates } from '#shared/finance/entry-templates.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'
import { dayOf } from '#shared/time.ts'

/** All templates by name, with the months that are due. */
export async function listTemplateViews({ kontor }: RequestContext): Promise<EntryTemplateView[]> {
  const { book, database, now } = kontor
  const rows = await store.listTemplates(database.read)
  if (rows.length === 0) return []
  const [posted, requested, nameAccount] = await Promise.all([
    store.listPostedMonths(database.read),
    store.listRequestedMonths(database.read, now()),
    createAccountNames(database.read, book.currency),
  ])
  const taken = new Map<string, Set<string>>()
  for (const { template, month } of [...posted, ...requested])
    taken.getOrInsertComputed(template, () => new Set()).add(month)
  const today = dayOf(now(), book.timeZone)
  return rows.map((row) => {
    const postings = JSON.parse(row.lines) as ManualPosting[]
    const skipped = parseSkipped(row)
    const done = new Set([...(taken.get(row.id) ?? []), ...skipped])
    const due = row.archived_at === null ? findDueMonths(row.first_day, today, done) : []
    return {
      template: row.id,
      name: row.name,
      memo: row.memo,
      lines: postings.map(({ account, ...posting }) => ({ ...posting, ...nameAccount(account) })),
      amounts: sumDebits(postings),
      firstDay: row.first_day,
      version: row.version,
      archivedAt: row.archived_at,
      skipped,
      due,
    }
  })
}

const parseSkipped = ({ skipped }: EntryTemplatesTable): string[] => JSON.parse(skipped) as string[]

/** The templates with months that are due, for a user who posts them; none for others. */
export const listDueTemplates = async (context: RequestContext): Promise<EntryTemplateView[]> =>
  hasPermission(context, 'finance.view') && hasPermission(context, 'finance.post')
    ? (await listTemplateViews(context)).filter(({ due }) => due.length > 0)
    : []

/** `GET /api/finance/templates`. */
export const listEntryTemplates: Action<'listEntryTemplates'> = async (context) => ({
  templates: await listTemplateViews(context),
})

/** `POST /api/finance/templates`. */
export const addEntryTemplate: Action<'addEntryTemplate'> = async (context, input) => {
  const id = newId()
  await inTransaction(context, async (transaction, actor) => {
    const known = await store.listTemplates(transaction)
    if (known.length >= maxEntryTemplates) {
      const parameters = { maximum: maxEntryTemplates }
      throw invalidInput({ pointer: '/templateName', reason: 'limit-reached', parameters })
    }
    const at = context.kontor.now()
    const row = {
      id,
      ...(await toColumns(transaction, context, input)),
      skipped: '[]',
      version: 1,
      created_by: actor.id,
      created_at: at,
      archived_at: null,
    }
    await store.insertTemplate(transaction, row)
    await recordTemplateEvent(transaction, context, 'entry_template.added', row, at)
  })
  return loadTemplate(context, id)
}

/** `PUT /api/finance/templates/:template`. */
export const editEntryTemplate: Action<'editEntryTemplate'> = (context, { template, version, ...input }) =>
  change(context, template, 'entry_template.changed', async (transaction, row) => {
    if (row.version !== version)
      throw await changedMeanwhile(transaction, context, { object: ['entry_template', row.id] })
    return toColumns(transaction, context, input)
  })

/** `POST /api/finance/templates/:template/archive`: nothing is due any more. */
export const archiveEntryTemplate: Action<'archiveEntryTemplate'> = (context, { template }) =>
  change(context, template, 'entry_template.archived', async (_, __, at) => ({ archived_at: at }))

/** `POST /api/finance/templates/:template/unarchive`. */
export const unarchiveEntryTemplate: Action<'unarchiveEntryTemplate'> = (context, { template }) =>
  change(context, template, 'entry_template.unarchived', async () => ({ archived_at: null }))

/** `PUT /api/finance/templates/:template/skipped-months/:month`: nothing is posted for the month. */
export const skipMonth: Action<'skipMonth'> = (context, { template, month }) =>
  change(context, template, 'entry_template.month_skipped', async (_, row) =>
    toSkipped(row, new Set(parseSkipped(row)).add(month)),
  )

/** `DELETE /api/finance/templates/:template/skipped-months/:month`: the month is due again. */
export const restoreMonth: Action<'restoreMonth'> = (context, { template, month }) =>
  change(context, template, 'entry_template.month_restored', async (_, row) =>
    toSkipped(row, new Set(parseSkipped(row)).difference(new Set([month]))),
  )

const toSkipped = (row: EntryTemplatesTable, months: ReadonlySet<string>): Partial<EntryTemplatesTable> =>
  months.size === parseSkipped(row).length ? {} : { skipped: JSON.stringify([...months].toSorted()) }

/** Changes a template, with an event; nothing if it has no other archived state than before, or no change. */
async function change(
  context: AuthenticatedContext,
  id: string,
  action: TemplateAction,
  decide: (transaction: Transaction, row: EntryTemplatesTable, at: number) => Promise<Partial<EntryTemplatesTable>>,
): Promise<EntryTemplateView> {
  await inTransaction(context, async (transaction) => {
    const row = await store.findTemplate(transaction, id)
    if (!row) throw new ProblemError('not-found')
    const at = context.kontor.now()
    const changes = await decide(transaction, row, at)
    if (Object.keys(changes).length === 0) return
    if ('archived_at' in changes && (changes.archived_at === null) === (row.archived_at === null)) return
    const changed = { ...row, ...changes, version: row.version + 1 }
    await store.updateTemplate(transaction, changed)
    await recordTemplateEvent(transaction, context, action, changed, at)
  })
  return loadTemplate(context, id)
}

async function toColumns(
  transaction: Transaction,
  context: RequestContext,
  { templateName, memo, firstDay, lines }: InputOf<'addEntryTemplate'>,
): Promise<Pick<EntryTemplatesTable, 'name' | 'memo' | 'lines' | 'first_day'>> {
  const postings = await parsePostings(transaction, context, lines, { isTemplate: true })
  return { name: templateName, memo, lines: JSON.stringify(postings), first_day: firstDay }
}

type TemplateAction = Extract<EventAction, `entry_template.${string}`>

/** Every event has all columns, so that the self-check can compare the last one with the template. */
const recordTemplateEvent = (
  transaction: Transaction,
  context: RequestContext,
  action: TemplateAction,
  { id, name, memo, lines, first_day, skipped, version }: EntryTemplatesTable,
  at: number,
): Promise<void> =>
  recordEvents(transaction, context, {
    action,
    objectType: 'entry_template',
    objectId: id,
    objectLabel: name,
    parameters: { memo, lines, first_day, skipped, version },
    at,
  })

async function loadTemplate(context: RequestContext, id: string): Promise<EntryTemplateView> {
  const view = (await listTemplateViews(context)).find(({ template }) => template === id)
  if (!view) throw new Error(`The template ${id} is missing`)
  return view
}

import { requestLine } from '#shared/finance/entry-requests.ts'
import { maxEntryLines } from '#shared/finance/manual-entry.ts'
import { templateLine } from '#shared/finance/manual-entry-input.ts'
import { day, itemList, optionalInput, singleLine, wholeNumber } from '#shared/inputs.ts'
import { addDays } from '#shared/time.ts'
import * as z from 'zod/mini'

/** A calendar month, `2026-03`. */
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'invalid'))
const templateId = z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))
export const optionalTemplate = optionalInput(templateId)
export const optionalMonth = optionalInput(month)

export const entryTemplateParams = z.object({ template: templateId })
export const entryTemplateInput = z.object({
  templateName: singleLine(80),
  memo: singleLine(180),
  firstDay: day,
  lines: itemList(templateLine, maxEntryLines, 'ledger-account'),
})
export const skippedMonthParams = z.object({ template: templateId, month })
const version = wholeNumber(1)
export const editEntryTemplateInput = z.extend(entryTemplateInput, { version })

/** The number of templates is limited, because pages read them all. */
export const maxEntryTemplates = 100

/** A month for which a template was not posted yet; `day` is when it was, or is, due. */
const dueMonth = z.object({ month: z.string(), day: z.string() })

export const entryTemplateView = z.object({
  template: z.string(),
  name: z.string(),
  memo: z.string(),
  lines: z.array(requestLine),
  /** The debits, by currency. */
  amounts: z.array(z.object({ currency: z.string(), amountMinor: z.int() })),
  /** The first day on which it is due, then the same day of each month. */
  firstDay: z.string(),
  version: z.int(),
  archivedAt: z.nullable(z.int()),
  /** The months that someone skipped, the oldest first. */
  skipped: z.array(z.string()),
  /** The months that are due and neither posted, requested nor skipped, the oldest first; of the last twelve. */
  due: z.array(dueMonth),
})
export type EntryTemplateView = z.infer<typeof entryTemplateView>
export const entryTemplateList = z.object({ templates: z.array(entryTemplateView) })

/** How many months back a template is due: older months are no longer offered. */
const maxDueMonths = 12

/** The months of a template that are due by `today` and not `done`, the oldest first. */
export function findDueMonths(firstDay: string, today: string, done: ReadonlySet<string>): EntryTemplateView['due'] {
  const thisMonth = today.slice(0, 7)
  const months = Array.from({ length: maxDueMonths }, (_, index) => addMonths(thisMonth, index + 1 - maxDueMonths))
  return months
    .map((each) => ({ month: each, day: dayIn(each, firstDay.slice(8)) }))
    .filter((due) => due.day >= firstDay && due.day <= today && !done.has(due.month))
}

/** A day of a month, or its last one if it is shorter. */
function dayIn(of: string, dayOfMonth: string): string {
  const last = addDays(`${addMonths(of, 1)}-01`, -1)
  const chosen = `${of}-${dayOfMonth}`
  return chosen < last ? chosen : last
}

function addMonths(of: string, count: number): string {
  const index = Number(of.slice(0, 4)) * 12 + Number(of.slice(5)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The key of the entry of a month, unique among manual entries. */
export const templateKey = (template: string, of: string): string => `template:${template}:${of}`

/** The template and the month of such a key. */
export function parseTemplateKey(key: string): { template: string; month: string } | undefined {
  const [, template, of] = key.split(':')
  return template && of ? { template, month: of } : undefined
}

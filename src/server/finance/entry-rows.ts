import type { RequestContext } from '#server/context.ts'
import { findCustomerNames } from '#server/orders/list/customer-names.ts'
import type { entriesList } from '#shared/finance/entries-list.ts'
import type { EntryRow, EntryView } from '#shared/finance/views.ts'
import type { showColumns } from '#shared/list/columns.ts'

/** The rows with the customers of their orders, and with what the columns show that users choose. */
export async function toEntryRows(
  context: RequestContext,
  entries: readonly EntryView[],
  columns: ReturnType<typeof showColumns<typeof entriesList>>,
): Promise<EntryRow[]> {
  const shown = new Set(columns.map(({ id }) => id))
  const rows = entries.map((entry) => ({
    ...toEntryRow(entry),
    ...(shown.has('day') && { day: entry.accountingDay }),
    ...(shown.has('posted') && { postedAt: entry.postedAt }),
    ...(shown.has('actor') && { actor: entry.actor }),
  }))
  const names = await findCustomerNames(context, [...new Set(rows.flatMap(({ order }) => order ?? []))])
  return rows.map((row) => ({ ...row, counterparty: (row.order !== null && names.get(row.order)) || null }))
}

function toEntryRow({
  number,
  kind,
  occurredAt,
  memo,
  flows,
  links,
  postings,
}: EntryView): Omit<EntryRow, 'counterparty'> {
  const linkedNumber = (type: (typeof links)[number]['type']) =>
    links.find((link) => link.type === type)?.number ?? null
  return {
    number,
    kind,
    occurredAt,
    memo,
    flows,
    order: linkedNumber('order'),
    document: linkedNumber('refund') ?? linkedNumber('payment'),
    postings: postings.map(({ role, provider, name, nameZh, currency, amountMinor }) => ({
      role,
      provider,
      name,
      nameZh,
      currency,
      amountMinor,
    })),
  }
}

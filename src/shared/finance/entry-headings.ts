import type { entriesList } from '#shared/finance/entries-list.ts'
import type { ColumnId } from '#shared/list/list.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { ledger as en } from '#shared/messages/en/ledger.ts'

/** The names of the columns of the list of entries. */
export const entryHeadings = ({
  finance,
  ledger,
}: Pick<Messages, 'finance'> & { ledger: typeof en }): Record<ColumnId<typeof entriesList>, string> => ({
  ...finance.columns,
  ...ledger.entryColumns,
  counterparty: ledger.search.counterparty,
})

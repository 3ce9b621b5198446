import { newId } from '#server/db/id.ts'
import type { StatementLinesTable, StatementsTable } from '#server/db/schema/statements.ts'
import type { IdentifiedLine, StatementPart } from '#server/finance/statements/prepare-parts.ts'

/** The row of a part of a file while its lines are being written. */
export const toStatementRow = (
  fileId: string,
  position: number,
  account: StatementPart['account'],
  figures: StatementPart['figures'],
): StatementsTable => ({
  id: newId(),
  file_id: fileId,
  position,
  account_id: account.id,
  identifier: figures.identifier,
  number: figures.number,
  first_day: figures.firstDay,
  last_day: figures.lastDay,
  line_count: figures.lineCount,
  new_count: 0,
  in_minor: figures.inMinor,
  out_minor: figures.outMinor,
  neutral_minor: figures.neutralMinor,
  opening_minor: figures.openingMinor,
  closing_minor: figures.closingMinor,
  untied_line: figures.untiedLine,
  totals_check: figures.totalsCheck,
  imported_at: null,
})

/** The row of a line of a statement. */
export const toLineRow = (
  { id, account_id }: StatementsTable,
  line: IdentifiedLine,
  version: number,
): StatementLinesTable => ({
  statement_id: id,
  line_number: line.line,
  account_id,
  day: line.day,
  value_day: line.valueDay,
  clock_time: line.clockTime,
  class: line.class,
  amount_minor: line.amountMinor,
  fee_minor: line.feeMinor,
  subsidy_minor: line.subsidyMinor,
  charged_minor: line.charged?.amountMinor ?? 0,
  charged_currency: line.charged?.currency ?? '',
  balance_minor: line.balanceMinor,
  counterparty: line.counterparty,
  counterparty_account: line.counterpartyAccount,
  description: line.description,
  reference: line.reference,
  entry_reference: line.entryReference,
  order_reference: line.orderReference,
  payout_reference: line.payoutReference,
  related_reference: line.relatedReference,
  status: line.status,
  identity: line.identity,
  occurrence: line.occurrence,
  version,
})

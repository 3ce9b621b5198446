import { usePermission } from '#client/app/page-context.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { RunningImports } from '#client/finance/running-imports.tsx'
import { ImportStatementDialog } from '#client/finance/import-statement-dialog.tsx'
import { Calendar } from '#client/finance/matching/calendar.tsx'
import { PayoutsInTransit } from '#client/finance/matching/payouts-in-transit.tsx'
import { Reconciliations } from '#client/finance/matching/reconciliations.tsx'
import { WorkList } from '#client/finance/matching/work-list.tsx'
import { StatementPage } from '#client/finance/statement-page.tsx'
import { checkBalances, describeBalances, statusClass } from '#client/finance/statement-state.tsx'
import type { TabProps } from '#client/finance/tabs.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Empty } from '#client/ui/empty.tsx'
import { Money } from '#client/ui/money.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { formatCount } from '#shared/count.ts'
import type { StatementView } from '#shared/finance/statement-views.ts'
import { statementsList } from '#shared/finance/statement-lists.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'

/** The statements that were imported, or one of them with its lines. */
export function StatementsTab({ query, content, form }: TabProps<'reconciliation'>) {
  const { ledger } = useLedgerMessages()
  const canReconcile = usePermission('finance.reconcile')
  const words = ledger.statements
  if (content.opened) return <StatementPage query={query} opened={content.opened} form={form} />
  if (content.workList) return <WorkList query={query} workList={content.workList} form={form} />
  return (
    <>
      <RunningImports running={content.running} />
      {content.reconciliations.length > 0 && <Reconciliations accounts={content.reconciliations} />}
      {content.inTransit.map((each) => (
        <PayoutsInTransit key={each.currency} inTransit={each} />
      ))}
      {content.calendar && content.calendar.accounts.length > 0 && (
        <Calendar query={query} calendar={content.calendar} />
      )}
      {content.statements.length > 0 ? (
        <section className="matching__section matching__section--list">
          <h2>{words.list}</h2>
          <Statements query={query} statements={content.statements} />
        </section>
      ) : (
        <Empty icon="notebook-text" title={words.none}>
          {words.noneHint}
        </Empty>
      )}
      {canReconcile && (query.action === 'import' || form?.endpoint === 'importStatement') && (
        <ImportStatementDialog
          accounts={content.accounts}
          running={content.running}
          closeHref={financeHref(query, { action: undefined })}
          form={form}
        />
      )}
    </>
  )
}

function Statements({
  query,
  statements,
}: {
  query: TabProps<'reconciliation'>['query']
  statements: StatementView[]
}) {
  const messages = useLedgerMessages()
  const { ledger } = messages
  const words = ledger.statements
  const formatDays = useDayRangeFormat()
  const openHref = createOpenHref(statementsList, query)
  useRowClick()
  const balance = (minor: number | null, currency: string) =>
    minor !== null && <Money minor={minor} currency={currency} />
  const cells: Record<ColumnId<typeof statementsList>, (statement: StatementView) => Cell> = {
    file: ({ id, format, fileName }) => (
      <>
        <a href={openHref(id)}>{words.formats[format]}</a> <span className="dimmed">{fileName}</span>
      </>
    ),
    account: ({ account }) => ledger.accountName(account),
    days: ({ firstDay, lastDay }) => formatDays({ from: firstDay, to: lastDay }),
    lines: ({ lineCount, newCount }) =>
      words.newOf(formatCount(newCount), formatCount(lineCount), newCount === lineCount),
    opening: ({ openingMinor, currency }) => balance(openingMinor, currency),
    in: ({ inMinor, currency }) => <Money minor={inMinor} currency={currency} />,
    out: ({ outMinor, currency }) => <Money minor={-outMinor} currency={currency} />,
    closing: ({ closingMinor, currency }) => balance(closingMinor, currency),
    ties: (statement) => (
      <span className={statusClass(checkBalances(statement))}>{describeBalances(statement, messages)}</span>
    ),
  }
  return (
    <ListTable
      list={statementsList}
      query={query}
      label={words.list}
      className="statements"
      headings={words.columns}
      cells={cells}
      rows={statements}
      keyOf={({ id }) => id}
      highlighted={null}
    />
  )
}

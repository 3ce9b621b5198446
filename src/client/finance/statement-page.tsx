import { usePermission } from '#client/app/page-context.tsx'
import { StatementState } from '#client/finance/statement-state.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ListFilterMenu } from '#client/list/list-filter-menu.tsx'
import { ActiveFilterChips } from '#client/list/list-toolbar.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { ListPager } from '#client/list/list-pager.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { navigate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Empty } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { Money } from '#client/ui/money.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Stat, Stats } from '#client/ui/stat.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Toolbar } from '#client/ui/toolbar.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { StatementLine, StatementLines, StatementView } from '#shared/finance/statement-views.ts'
import { statementLinesList } from '#shared/finance/statement-lists.ts'
import type { ReconciliationTabView } from '#shared/finance/page-views.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { formatAmount } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { FieldError } from '#shared/problem.ts'
import { href } from '#shared/routes/pages.ts'
import { Parts } from '#client/ui/parts.tsx'

interface StatementPageProps {
  query: FinanceQuery
  opened: NonNullable<ReconciliationTabView['opened']>
  form: FormOutcome | null
}

const listHref = href('finance', { tab: 'reconciliation' })

/** One statement: its totals and balances, and its lines in the order of the file. */
export function StatementPage({ query, opened, form }: StatementPageProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.statements
  const back = (
    <ButtonLink size="sm" variant="ghost" icon="arrow-left" href={listHref}>
      {words.list}
    </ButtonLink>
  )
  if ('missing' in opened)
    return (
      <Empty icon="search" title={words.missing} actions={back}>
        {words.missingHint}
      </Empty>
    )
  const { statement, queryErrors } = opened
  return (
    <>
      <div className="list-head">
        <div className="account-head">
          {back}
          <StatementHead statement={statement} form={form} />
        </div>
        <StatementFigures statement={statement} />
      </div>
      <LinesFilter query={query} statement={statement} errors={queryErrors} />
      <Lines query={query} opened={opened} />
    </>
  )
}

function StatementHead({ statement, form }: { statement: StatementView; form: FormOutcome | null }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.statements
  const formatTime = useTimeFormat()
  const formatDays = useDayRangeFormat()
  const canReconcile = usePermission('finance.reconcile')
  const { account, format, fileName, firstDay, lastDay, importedBy, importedAt } = statement
  return (
    <>
      <h2 className="panel__title">
        {words.formats[format]} <span className="dimmed">{formatDays({ from: firstDay, to: lastDay })}</span>
      </h2>
      <p className="sm muted">
        <Parts>
          {[
            `${account.code} ${ledger.accountName(account)}`,
            fileName,
            words.importedBy(importedBy, formatTime(importedAt)),
          ].join(' · ')}
        </Parts>
      </p>
      <StatementState statement={statement} />
      {canReconcile && (
        <div className="account-head__actions">
          <ButtonLink size="sm" icon="download" href={`/api/finance/statements/${statement.id}/file`} download>
            {words.download}
          </ButtonLink>
          {statement.canRemove && (
            <Form
              endpoint="removeStatement"
              hiddenValues={{ statement: statement.id }}
              outcome={form}
              action={listHref}
              onAnswer={() => {
                notify({ kind: 'success', title: words.removed })
                navigate(listHref)
              }}
            >
              <SubmitButton size="sm" icon="undo-2">
                {words.remove}
              </SubmitButton>
            </Form>
          )}
        </div>
      )}
    </>
  )
}

/** The sums of the file. Where it gives no balances, they do not add up to one. */
function StatementFigures({ statement }: { statement: StatementView }) {
  const { finance, ledger } = useLedgerMessages()
  const { currency, openingMinor, closingMinor, inMinor, outMinor, neutralMinor } = statement
  const money = (minor: number) => <Money minor={minor} currency={currency} />
  if (openingMinor === null || closingMinor === null)
    return (
      <Stats odd>
        <Stat label={finance.income} value={money(inMinor)} />
        <Stat label={finance.expense} value={money(outMinor)} />
        <Stat label={finance.neutral} value={money(neutralMinor)} />
      </Stats>
    )
  return (
    <Stats>
      <Stat label={ledger.accounts.opening} value={money(openingMinor)} />
      <Stat label={finance.income} operator="+" value={money(inMinor)} />
      <Stat label={finance.expense} operator="−" value={money(outMinor)} />
      <Stat label={finance.closing} operator="=" value={money(closingMinor)} />
    </Stats>
  )
}

function LinesFilter({
  query,
  statement,
  errors,
}: {
  query: FinanceQuery
  statement: StatementView
  errors: readonly FieldError[]
}) {
  const { ledger } = useLedgerMessages()
  const activeFilters = useActiveFilters(statementLinesList, query, ['statement'])
  return (
    <Toolbar action={statementLinesList.path} label={ledger.statements.filterForm}>
      <input type="hidden" name="tab" value="reconciliation" />
      <input type="hidden" name="statement" value={statement.id} />
      <ListFilterMenu list={statementLinesList} query={query} errors={errors} exclude={['statement']} />
      <ActiveFilterChips
        list={statementLinesList}
        query={query}
        activeFilters={activeFilters}
        keep={{ statement: statement.id }}
      />
    </Toolbar>
  )
}

function Lines({ query, opened }: { query: FinanceQuery; opened: StatementLines }) {
  const { common, finance, ledger } = useLedgerMessages()
  const formatDays = useDayRangeFormat()
  const words = ledger.statements
  const { rows, count, statement } = opened
  if (rows.length === 0)
    return (
      <Empty icon="search" title={words.noLines}>
        {words.noLinesHint}
      </Empty>
    )
  const amount = (minor: number): string => formatAmount(minor, statement.currency)
  const cells: Record<ColumnId<typeof statementLinesList>, (line: StatementLine) => Cell> = {
    line: ({ line }) => line,
    day: ({ day, clockTime }) => `${formatDays({ from: day, to: day })} ${clockTime}`.trim(),
    counterparty: ({ counterparty }) => counterparty,
    description: ({ description }) => description,
    status: ({ status }) => status,
    class: (line) => (line.class === 'neutral' ? finance.neutral : finance.flows[line.class]),
    amount: ({ amountMinor }) => amount(amountMinor),
    balance: ({ balanceMinor }) => balanceMinor !== null && amount(balanceMinor),
  }
  return (
    <>
      <div data-density="compact">
        <ListTable
          list={statementLinesList}
          query={query}
          label={words.lines}
          className="statement-lines"
          headings={words.lineColumns}
          cells={cells}
          rows={rows}
          keyOf={({ line }) => line}
          highlighted={null}
        />
      </div>
      <ListPager list={statementLinesList} query={query} page={opened}>
        {words.lineCount(common.count(count), 'exact' in count && count.exact === 1)}
      </ListPager>
    </>
  )
}

import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { TableMapping } from '#client/ui/table-mapping.tsx'
import { type MappedColumn, mappedColumns, type StatementTable } from '#shared/finance/statement-mapping.ts'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import { formatAmount } from '#shared/money.ts'

/** Fields that map the heading row and the columns of a statement, next to its first rows. */
export function StatementMappingFields({ table: { rows, guess } }: { table: StatementTable }) {
  const words = useLedgerMessages().ledger.statements.mapping
  return (
    <TableMapping
      words={words}
      rows={rows}
      guess={guess}
      columns={mappedColumns.map((name) => ({
        name: `[${name}]`,
        label: words.columns[name],
        hint: name === 'amountColumn' ? words.amountHint : undefined,
      }))}
      columnOf={(name) => guess[name.slice(1, -1) as MappedColumn]}
    />
  )
}

/** The first lines of a statement, as they are read. */
export function SampleLines({ statement }: { statement: StatementImport['statements'][number] }) {
  const { ledger } = useLedgerMessages()
  const { lineColumns, mapping } = ledger.statements
  return (
    <ScrolledTable label={mapping.sample}>
      <thead>
        <tr>
          <th scope="col">{lineColumns.day}</th>
          <th scope="col">{lineColumns.counterparty}</th>
          <th scope="col">{lineColumns.description}</th>
          <th scope="col" className="num">
            {lineColumns.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {statement.sample.map((line) => (
          <tr key={line.line}>
            <td>{line.day}</td>
            <td>{line.counterparty}</td>
            <td>{line.description}</td>
            <td className="num">{formatAmount(line.amountMinor, statement.currency)}</td>
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  )
}

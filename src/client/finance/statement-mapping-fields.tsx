import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { SelectField } from '#client/ui/field.tsx'
import { Table } from '#client/ui/table.tsx'
import { dayOrders, decimalMarks, mappedColumns, type StatementTable } from '#shared/finance/statement-mapping.ts'
import type { StatementImport } from '#shared/finance/statements.ts'
import { formatAmount } from '#shared/money.ts'
import { useState } from 'react'

/** Asks which row of a table has the headings and which column is what, beside its first rows. */
export function StatementMappingFields({ table: { rows, guess } }: { table: StatementTable }) {
  const words = useLedgerMessages().ledger.statements.mapping
  const [headingRow, setHeadingRow] = useState(guess.headingRow ?? '0')
  const headings = rows[Number(headingRow)] ?? []
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    value: String(index),
    label: headings[index] || words.column(index + 1),
  }))
  return (
    <fieldset className="statement-mapping">
      <legend>{words.title}</legend>
      <p className="sm muted">{words.text}</p>
      <div className="statement-mapping__rows" role="group" aria-label={words.rows}>
        <Table inset label={words.rows}>
          <tbody>
            {rows.slice(0, shownRows).map((row, index) => (
              <tr key={index} data-open={String(index) === headingRow || undefined}>
                <th scope="row">{index + 1}</th>
                {columns.map(({ value }, at) => (
                  <td key={value}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <div className="statement-mapping__fields">
        <SelectField
          name="mapping[headingRow]"
          label={words.headingRow}
          defaultValue={guess.headingRow}
          onValue={setHeadingRow}
          options={rows.map((row, index) => ({
            value: String(index),
            label: `${index + 1} · ${row
              .filter((cell) => cell !== '')
              .slice(0, 3)
              .join(', ')}`,
          }))}
        />
        {mappedColumns.map((name) => (
          <SelectField
            key={name}
            name={`mapping[${name}]`}
            label={words.columns[name]}
            hint={name === 'amountColumn' ? words.amountHint : undefined}
            defaultValue={guess[name] ?? ''}
            options={[{ value: '', label: words.none }, ...columns]}
          />
        ))}
        <SelectField
          name="mapping[dayOrder]"
          label={words.dayOrder}
          defaultValue={guess.dayOrder}
          options={dayOrders.map((value) => ({ value, label: words.dayOrders[value] }))}
        />
        <SelectField
          name="mapping[decimalMark]"
          label={words.decimalMark}
          defaultValue={guess.decimalMark}
          options={decimalMarks.map((value) => ({ value, label: words.decimalMarks[value] }))}
        />
      </div>
    </fieldset>
  )
}

const shownRows = 8

/** The first lines of a statement, as they are read. */
export function SampleLines({ statement }: { statement: StatementImport['statements'][number] }) {
  const { ledger } = useLedgerMessages()
  const { lineColumns, mapping } = ledger.statements
  return (
    <div className="statement-mapping__rows" role="group" aria-label={mapping.sample}>
      <Table inset label={mapping.sample}>
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
      </Table>
    </div>
  )
}

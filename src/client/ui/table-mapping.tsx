import { SelectField } from '#client/ui/field.tsx'
import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import { dayOrders, decimalMarks, type TableRows } from '#shared/table-mapping.ts'
import type { tableMapping } from '#shared/messages/en/table-mapping.ts'
import { type ReactNode, useState } from 'react'

/** A column that is asked for; `name` is that of the field in the mapping. */
interface AskedColumn {
  name: string
  label: string
  hint?: string | undefined
}

interface TableMappingProps {
  words: typeof tableMapping & { title: string; text: string }
  rows: TableRows
  guess: { headingRow?: string | undefined; dayOrder?: string | undefined; decimalMark?: string | undefined }
  columns: readonly AskedColumn[]
  /** Columns that few tables have, folded at first. */
  moreColumns?: readonly AskedColumn[]
  /** The index of the column by the name of its field, from 0. */
  columnOf: (name: string) => string | undefined
  /** Other fields of the mapping. */
  children?: ReactNode
}

const shownRows = 8

/** Fields that map the heading row and the columns of a table, next to its first rows. */
export function TableMapping(props: TableMappingProps) {
  const { words, rows, guess, columns, moreColumns = [], columnOf, children } = props
  const [headingRow, setHeadingRow] = useState(guess.headingRow ?? '0')
  const headings = rows[Number(headingRow)] ?? []
  const width = Math.max(0, ...rows.map((row) => row.length))
  const options = Array.from({ length: width }, (_, index) => ({
    value: String(index),
    label: headings[index] || words.column(index + 1),
  }))
  const toSelect = ({ name, label, hint }: AskedColumn) => (
    <SelectField
      key={name}
      name={`mapping${name}`}
      label={label}
      hint={hint}
      defaultValue={columnOf(name) ?? ''}
      options={[{ value: '', label: words.none }, ...options]}
    />
  )
  return (
    <fieldset className="table-mapping">
      <legend>{words.title}</legend>
      <p className="sm muted">{words.text}</p>
      <ScrolledTable label={words.rows}>
        <tbody>
          {rows.slice(0, shownRows).map((row, index) => (
            <tr key={index} data-open={String(index) === headingRow || undefined}>
              <th scope="row">{index + 1}</th>
              {options.map(({ value }, at) => (
                <td key={value}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrolledTable>
      <div className="table-mapping__fields">
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
        {columns.map(toSelect)}
        {children}
        {guess.dayOrder !== undefined && (
          <SelectField
            name="mapping[dayOrder]"
            label={words.dayOrder}
            defaultValue={guess.dayOrder}
            options={dayOrders.map((value) => ({ value, label: words.dayOrders[value] }))}
          />
        )}
        {guess.decimalMark !== undefined && (
          <SelectField
            name="mapping[decimalMark]"
            label={words.decimalMark}
            defaultValue={guess.decimalMark}
            options={decimalMarks.map((value) => ({ value, label: words.decimalMarks[value] }))}
          />
        )}
      </div>
      {moreColumns.length > 0 && (
        <details>
          <summary>{words.moreColumns}</summary>
          <div className="table-mapping__fields">{moreColumns.map(toSelect)}</div>
        </details>
      )}
    </fieldset>
  )
}

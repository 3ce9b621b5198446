import { type ImportMessages, useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { SelectField, TextField } from '#client/ui/field.tsx'
import type { FormState } from '#client/ui/form-state.ts'
import { TableMapping } from '#client/ui/table-mapping.tsx'
import { assumedStatuses, type MappedField, mappedFields, type OrderTable } from '#shared/orders/order-mapping.ts'
import type { FieldProblem, Problem } from '#shared/problem.ts'

/** What the server must know to read a file: the currency of its amounts, or what its columns are. */
export interface ImportQuestions {
  currency?: boolean
  table?: OrderTable | undefined
}

/** What a problem asks about the file; null if it asks nothing. */
export function getQuestions(problem: Problem | null | undefined): ImportQuestions | null {
  const currency = problem?.errors?.some(({ pointer }) => pointer === '/currency') ?? false
  return currency || problem?.table ? { currency, table: problem?.table } : null
}

/** An error after the label of its field in the mapping; that of another field is complete without one. */
export function describeFieldError({ pointer, detail }: FieldProblem, words: ImportMessages): string {
  const [, group, ...path] = pointer.split('/')
  const { mapping, currency } = words
  const labels: Readonly<Record<string, unknown>> = path[0] === 'columns' ? mapping.columns : { ...mapping, currency }
  const label = labels[path.at(-1) ?? '']
  return group === 'mapping' && typeof label === 'string' ? words.fieldError(label, detail) : detail
}

/** The errors that a problem has at the answers, and the answers that were given before. */
export const toFormState = (problem: Problem | undefined, answers: FormData): FormState => ({
  getError: (name) =>
    problem?.errors?.find(({ pointer }) => pointer === `/${name.replaceAll(']', '').replaceAll('[', '/')}`)?.detail,
  getValue: (name) => (answers.has(name) ? String(answers.get(name)) : undefined),
  isReturned: !answers.keys().next().done,
  countItems: () => 0,
  busy: false,
  validateField: () => undefined,
  clearErrors: () => undefined,
})

/** Asks for the currency of a file, or for its columns. */
export function ImportQuestionFields({ currency = false, table }: ImportQuestions) {
  const words = useImportMessages()
  if (table) return <OrderMappingFields table={table} />
  return currency ? <TextField name="currency" label={words.currency} placeholder="CNY" maxLength={3} /> : null
}

/** Number of columns that the form asks for first; few tables have the others. */
const firstColumns = mappedFields.indexOf('customerName')

function OrderMappingFields({ table: { rows, guess } }: { table: OrderTable }) {
  const words = useImportMessages()
  const { mapping } = words
  const columns = mappedFields.map((field) => ({
    name: `[columns][${field}]`,
    label: mapping.columns[field],
    hint: field === 'unitPrice' ? mapping.priceHint : undefined,
  }))
  const isMissing = (field: MappedField) => guess.columns[field] === undefined
  return (
    <TableMapping
      words={mapping}
      rows={rows}
      guess={guess}
      columns={columns.slice(0, firstColumns)}
      moreColumns={columns.slice(firstColumns)}
      columnOf={(name) => guess.columns[name.slice('[columns]['.length, -1)]}
    >
      <TextField
        name="mapping[source]"
        label={mapping.source}
        hint={mapping.sourceHint}
        defaultValue={guess.source}
        maxLength={40}
      />
      <TextField
        name="mapping[currency]"
        label={words.currency}
        hint={isMissing('currency') ? undefined : mapping.currencyHint}
        defaultValue={guess.currency}
        placeholder="CNY"
        maxLength={3}
      />
      <SelectField
        name="mapping[assumedStatus]"
        label={mapping.assumedStatus}
        defaultValue={guess.assumedStatus}
        options={assumedStatuses.map((value) => ({ value, label: mapping.assumedStatuses[value] }))}
      />
    </TableMapping>
  )
}

import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { FormProvider, useForm, type FormState } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'

interface FieldListProps {
  /** The list in the form's input: its fields are called `name[0][…]`. */
  name: string
  label: string
  /** The name of a row for screen readers; positions start at 1. */
  rowLabel: (position: number) => string
  addLabel: string
  removeLabel: (position: number) => string
  /** Rows at first. Without script there are no buttons, so this is also the number of rows that can be filled in. */
  initialRows?: number
  maximumRows: number
  /** Renders the fields of a row; `prefix` is `name[0]`. */
  children: (prefix: string) => ReactNode
}

interface Row {
  key: number
  /** The index it was posted with; null for a row that was added since. */
  initialIndex: number | null
}

/** Rows of fields for a list of objects, with buttons that add and remove rows, which is an `input` of the list. Rows are numbered without gaps. */
export function FieldList({
  name,
  label,
  rowLabel,
  addLabel,
  removeLabel,
  initialRows = 3,
  maximumRows,
  children,
}: FieldListProps) {
  const form = useForm()
  const list = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  const [rows, setRows] = useState(() =>
    Array.from({ length: Math.max(initialRows, form.countItems(name)) }, (_, key): Row => ({ key, initialIndex: key })),
  )
  // The row whose first field gets the focus after the next render.
  const rowToFocus = useRef<number | null>(null)
  const error = form.getError(name)

  useEffect(() => {
    if (rowToFocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-row="${rowToFocus.current}"] :is(input, select)`)?.focus()
    rowToFocus.current = null
    // For what reads the form, such as a preview: a row that was removed is no input of its own.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [rows])

  function addRow(): void {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    setRows([...rows, { key, initialIndex: null }])
    rowToFocus.current = rows.length
    form.clearErrors(name)
  }

  function removeRow(index: number): void {
    setRows(rows.filter((_, position) => position !== index))
    rowToFocus.current = Math.min(index, rows.length - 2)
    // Errors belong to positions, and the rows below move up.
    form.clearErrors(name)
  }

  return (
    <fieldset className="field-list" name={name} ref={list} aria-describedby={error && errorId}>
      <legend>{label}</legend>
      {error && (
        <p className="field__error" id={errorId} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <div key={row.key} className="field-list__row" role="group" aria-label={rowLabel(index + 1)} data-row={index}>
          <FormProvider value={withInitialIndex(form, name, index, row.initialIndex)}>
            {children(`${name}[${index}]`)}
          </FormProvider>
          {rows.length > 1 && (
            <span className="field-list__remove needs-script">
              <IconButton
                variant="ghost"
                icon="trash-2"
                label={removeLabel(index + 1)}
                onClick={() => removeRow(index)}
              />
            </span>
          )}
        </div>
      ))}
      {rows.length < maximumRows && (
        <Button size="sm" icon="plus" className="needs-script" onClick={addRow}>
          {addLabel}
        </Button>
      )}
    </fieldset>
  )
}

/** The form state of a row: typed values are stored under the index with which the row was posted, even after it has moved. */
function withInitialIndex(form: FormState, name: string, index: number, initialIndex: number | null): FormState {
  const prefix = `${name}[${index}]`
  return {
    ...form,
    getValue: (field) =>
      initialIndex === null ? undefined : form.getValue(`${name}[${initialIndex}]${field.slice(prefix.length)}`),
  }
}

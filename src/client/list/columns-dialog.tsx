import { usePageContext } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { IconButton } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { columnLists, type ColumnListName } from '#shared/list/column-lists.ts'
import { moveColumn, sortColumns } from '#shared/list/columns.ts'
import { densities, type Density } from '#shared/list/list.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import { listColumns as en } from '#shared/messages/en/list-columns.ts'
import { listColumns as zh } from '#shared/messages/zh/list-columns.ts'
import { columnWidthPresets, type ColumnWidths } from '#shared/list/column-widths.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { type MouseEvent, useState } from 'react'

const texts = { en, zh }

interface ColumnsDialogProps {
  list: ColumnListName
  /** How the user sees the list; `columns` is null for those of the list. */
  layout: { columns: readonly string[] | null; widths: ColumnWidths; density: Density }
  /** The headings of the columns, by their ids, among other texts. */
  labels: Readonly<Record<string, unknown>>
  /** The page with the dialog, and without it. */
  openHref: string
  closeHref: string
  /** The view that is open, if one is. */
  view: ListView | undefined
  form: FormOutcome | null
}

/** Chooses the columns of a list, or of a view that has its own, and their order. Without script the buttons that move a column send the form. */
export function ColumnsDialog({ view, closeHref, ...choice }: ColumnsDialogProps) {
  const words = texts[usePageContext().locale]
  const own = view?.hasLayout ? view : undefined
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.title}
      description={!own ? <Introduction /> : own.canChange ? words.viewText(own.name) : words.fixedByView(own.name)}
    >
      {(!own || own.canChange) && <ChoiceForm view={own?.id} closeHref={closeHref} {...choice} />}
    </Dialog>
  )
}

/** Phones show neither widths nor headings to drag. */
function Introduction() {
  const words = texts[usePageContext().locale]
  return (
    <>
      {words.text}
      <span className="hide-sm">{words.dragText}</span>
    </>
  )
}

interface ChoiceFormProps extends Omit<ColumnsDialogProps, 'view'> {
  /** The id of the view whose columns are chosen; the user's own without it. */
  view: string | undefined
}

function ChoiceForm({ list, layout, labels, openHref, closeHref, view, form }: ChoiceFormProps) {
  const words = texts[usePageContext().locale]
  const { columns: chosen, widths, density } = layout
  const close = (): void => navigate(closeHref)
  const columns = sortColumns(columnLists[list], chosen)
  const [order, setOrder] = useState(() => columns.map(({ id }) => id))
  const [moved, setMoved] = useState('')
  const move = (event: MouseEvent<HTMLButtonElement>, id: string, direction: 'up' | 'down'): void => {
    event.preventDefault()
    const button = event.currentTarget
    const next = moveColumn(order, id, direction)
    setOrder(next)
    setMoved(words.moved(String(labels[id] ?? id), next.indexOf(id) + 1, next.length))
    // The row may have been taken out of the document and put back.
    requestAnimationFrame(() => button.focus())
  }
  return (
    <Form
      endpoint="chooseColumns"
      hiddenValues={{ list, ...(view && { view }) }}
      outcome={form}
      action={closeHref}
      onAnswer={close}
      className="dialog-form"
    >
      <SelectField
        name="density"
        label={words.density}
        defaultValue={density}
        options={densities.map((value) => ({ value, label: words.densities[value] }))}
      />
      <ul className="column-choice" aria-label={words.label}>
        {order.map((id, index) => {
          const label = String(labels[id] ?? id)
          const isShown = columns.some((column) => column.id === id && column.isShown)
          return (
            <li key={id}>
              <CheckboxField name="columns" value={id} label={label} defaultChecked={isShown} />
              <SelectField
                name={`widths[${id}]`}
                label={words.width(label)}
                required={false}
                defaultValue={String(widths[id] ?? '')}
                options={widthOptions(words, widths[id])}
              />
              {(['up', 'down'] as const).map((direction) => (
                <IconButton
                  key={direction}
                  type="submit"
                  size="sm"
                  variant="ghost"
                  icon={direction === 'up' ? 'arrow-up' : 'arrow-down'}
                  label={words[direction](label)}
                  name="move"
                  value={`${id} ${direction}`}
                  aria-disabled={index === (direction === 'up' ? 0 : order.length - 1) || undefined}
                  formAction={openHref}
                  onClick={(event) => move(event, id, direction)}
                />
              ))}
            </li>
          )
        })}
      </ul>
      <p className="sr-only" role="status">
        {moved}
      </p>
      <DialogButtons closeHref={closeHref}>
        <span className="start">
          <SubmitButton variant="ghost" name="reset" value="1">
            {words.reset}
          </SubmitButton>
        </span>
        <SubmitButton variant="primary">{words.save}</SubmitButton>
      </DialogButtons>
    </Form>
  )
}

/** The widths to choose from, including the one set with the mouse. */
const widthOptions = (words: typeof en, width: number | undefined): { value: string; label: string }[] => {
  const presets = Object.entries(columnWidthPresets).map(([id, preset]) => ({
    value: String(preset),
    label: words.widths[id as keyof typeof columnWidthPresets],
  }))
  const isPreset = width === undefined || presets.some(({ value }) => value === String(width))
  return [
    { value: '', label: words.automatic },
    ...presets,
    ...(isPreset ? [] : [{ value: String(width), label: words.ownWidth(width) }]),
  ]
}

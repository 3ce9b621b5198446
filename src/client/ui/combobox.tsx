import { usePageContext } from '#client/app/page-context.tsx'
import { type ControlProps, Field, type FieldProps } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { usePopup } from '#client/ui/use-popup.ts'
import { useListbox } from '#client/ui/use-listbox.ts'
import type { Suggest } from '#client/ui/use-suggestions.ts'
import { suggestions as en } from '#shared/messages/en/suggestions.ts'
import { suggestions as zh } from '#shared/messages/zh/suggestions.ts'
import { type InputHTMLAttributes, type RefObject, useId, useRef } from 'react'

/** Texts of fields that suggest values. */
export const suggestionMessages = { en, zh }

interface Suggesting<Item> {
  suggest: Suggest<Item>
  /** Called with the suggestion that the user has chosen: writes what it means into the field, and into others. */
  onChoose: (item: Item, input: HTMLInputElement) => void
  /** Whether Enter chooses the first suggestion: for a field that is only right with one of them. */
  choosesFirst?: boolean
}

interface ComboboxProps<Item> extends Suggesting<Item> {
  control: Partial<ControlProps>
  input?: InputHTMLAttributes<HTMLInputElement>
  inputRef?: RefObject<HTMLInputElement | null>
}

/**
 * A text field with a list of suggestions (the combobox pattern of ARIA): the focus stays in the field while the arrows walk through the list, Enter chooses, Escape closes the list,
 * and whatever is typed stays valid. Without script it is a text field.
 */
export function Combobox<Item>({
  control,
  input = {},
  inputRef,
  suggest,
  onChoose,
  choosesFirst = false,
}: ComboboxProps<Item>) {
  const words = suggestionMessages[usePageContext().locale]
  const ownRef = useRef<HTMLInputElement>(null)
  const field = inputRef ?? ownRef
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  const { found, active, setActive, search, choose, clear, onKeyDown } = useListbox({
    suggest,
    onChoose: (item) => field.current && onChoose(item, field.current),
    onActive: (index) => popup.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
    choosesFirst,
  })
  const isOpen = found.length > 0
  usePopup(isOpen, popup, field)
  return (
    <>
      <input
        {...control}
        {...input}
        ref={field}
        className="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={found[active] && `${id}-${active}`}
        autoComplete="off"
        onChange={({ nativeEvent, currentTarget }) => {
          // What a form fills in is not typed, and letters of an input method are not the text yet.
          if (document.activeElement === currentTarget && !(nativeEvent as InputEvent).isComposing)
            search(currentTarget.value)
        }}
        onCompositionEnd={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          clear()
          control.onBlur?.()
        }}
      />
      {isOpen && (
        <div
          className="menu combobox__list"
          popover="manual"
          role="listbox"
          id={`${id}-list`}
          aria-label={words.list}
          ref={popup}
        >
          {found.map(({ key, title, note }, index) => (
            <button
              key={key}
              id={`${id}-${index}`}
              className="combobox__option"
              type="button"
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // A list that opens below a pointer at rest is not pointed at.
              onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setActive(index)}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(index)}
            >
              <span>{title}</span>
              {note && <span className="dimmed">{note}</span>}
            </button>
          ))}
        </div>
      )}
      <span className="sr-only" role="status">
        {isOpen && words.count(found.length)}
      </span>
    </>
  )
}

interface ComboboxFieldProps<Item> extends FieldProps, Suggesting<Item> {
  type?: 'text' | 'email' | 'tel'
  defaultValue?: string | undefined
  maxLength?: number
  autoFocus?: boolean
}

/** A text field of a form that suggests values. */
export function ComboboxField<Item>({
  suggest,
  onChoose,
  choosesFirst = false,
  type = 'text',
  defaultValue,
  maxLength,
  autoFocus,
  ...field
}: ComboboxFieldProps<Item>) {
  const { getValue } = useForm()
  return (
    <Field {...field}>
      {(control) => (
        <Combobox
          control={control}
          input={{ type, maxLength, autoFocus, defaultValue: getValue(field.name) ?? defaultValue }}
          {...{ suggest, onChoose, choosesFirst }}
        />
      )}
    </Field>
  )
}

import { usePageContext } from '#client/app/page-context.tsx'
import { type ControlProps, Field, type FieldProps } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { usePopup } from '#client/ui/use-popup.ts'
import { type Suggest, useSuggestions } from '#client/ui/use-suggestions.ts'
import { suggestions as en } from '#shared/messages/en/suggestions.ts'
import { suggestions as zh } from '#shared/messages/zh/suggestions.ts'
import { type InputHTMLAttributes, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'

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
  const { found, ask, clear, isAsking } = useSuggestions(suggest)
  const first = choosesFirst ? 0 : -1
  const [active, setActive] = useState(first)
  const ownRef = useRef<HTMLInputElement>(null)
  const field = inputRef ?? ownRef
  const popup = useRef<HTMLDivElement>(null)
  const isOpen = found.length > 0
  usePopup(isOpen, popup, field)
  const id = useId()

  const search = (text: string): void => {
    setActive(first)
    ask(text)
  }
  const choose = (index: number): void => {
    const chosen = found[index]
    clear()
    if (chosen && field.current) onChoose(chosen.item, field.current)
  }
  const move = (index: number): void => {
    setActive(index)
    popup.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || !handles(event)) return
    event.preventDefault()
  }
  /** Whether a key is one of the list: all others are those of the field, its form and its dialog. */
  const handles = ({ key, altKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean => {
    if (key === 'ArrowDown' && !isOpen) search(currentTarget.value)
    else if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      if (!isOpen) return false
      clear()
    } else if (key === 'ArrowDown') move((active + 1) % found.length)
    else if (key === 'ArrowUp' && isOpen) move(active <= 0 ? found.length - 1 : active - 1)
    else if (key === 'Enter' && (isOpen || isAsking())) {
      // Enter is for the list, also while it is on its way: a form is not sent by surprise.
      if (found[active]) choose(active)
      else clear()
    } else return false
    return true
  }
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

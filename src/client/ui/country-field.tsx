import { usePageContext } from '#client/app/page-context.tsx'
import { useIsHydrated } from '#client/browser/use-is-hydrated.ts'
import { Combobox, suggestionMessages } from '#client/ui/combobox.tsx'
import { Field, type FieldProps } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { type Country, findCountryCode, nameCountry, searchCountries } from '#shared/countries.ts'
import { maxSuggestions } from '#shared/suggestions.ts'
import { useRef, useState } from 'react'

interface CountryFieldProps extends FieldProps {
  /** As it is stored: a code, or any other text. */
  defaultValue?: string | undefined
}

/**
 * A country by its name in the language of the user; its code is stored. What names no known country is stored as it is typed, because shops write countries in
 * their own ways, and a value that is not touched stays. Without script the field has the stored text itself.
 */
export function CountryField({ defaultValue = '', ...field }: CountryFieldProps) {
  const { locale } = usePageContext()
  const words = suggestionMessages[locale]
  const { getValue } = useForm()
  const isHydrated = useIsHydrated()
  const [stored, setStored] = useState(getValue(field.name) ?? defaultValue)
  const [isTyping, setIsTyping] = useState(false)
  const shown = useRef<HTMLInputElement>(null)
  const isUnknown = isHydrated && !isTyping && stored.trim() !== '' && findCountryCode(stored) === undefined
  const show = (value: string): void => {
    setStored(value)
    if (shown.current) shown.current.value = nameCountry(value, locale)
  }
  return (
    <Field {...field} hint={isUnknown ? words.unknownCountry(stored) : field.hint}>
      {({ name, onBlur, onInput, ...control }) =>
        isHydrated ? (
          <>
            <Combobox
              key="name"
              control={{
                ...control,
                onInput: () => {
                  const text = shown.current?.value ?? ''
                  setStored(findCountryCode(text) ?? text)
                  setIsTyping(true)
                  onInput()
                },
                onBlur: () => {
                  show(stored)
                  setIsTyping(false)
                  onBlur()
                },
              }}
              input={{ defaultValue: nameCountry(stored, locale), maxLength: 200 }}
              inputRef={shown}
              suggest={(text) =>
                searchCountries(text, locale, maxSuggestions).map((country) => ({
                  key: country.code,
                  title: country.name,
                  note: country.code,
                  item: country,
                }))
              }
              onChoose={({ code }: Country) => show(code)}
              choosesFirst
            />
            {/* A form that fills in an address writes here. */}
            <input
              type="hidden"
              name={name}
              value={stored}
              onInput={({ currentTarget }) => show(currentTarget.value)}
            />
          </>
        ) : (
          <input key="stored" {...control} name={name} className="input" autoComplete="off" defaultValue={stored} />
        )
      }
    </Field>
  )
}

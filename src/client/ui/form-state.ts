import { createContext, useContext } from 'react'

/** What a form tells its fields. */
export interface FormState {
  /** The sentence of what is wrong with a field, or undefined. */
  getError: (name: string) => string | undefined
  /** What had been typed before the form was sent without script. */
  getValue: (name: string) => string | undefined
  busy: boolean
  validateField: (name: string, typing: boolean) => void
}

const FormContext = createContext<FormState>({
  getError: () => undefined,
  getValue: () => undefined,
  busy: false,
  validateField: () => undefined,
})
export const FormProvider = FormContext.Provider

/** The form around this component; outside of one, a form in which nothing is wrong. */
export const useForm = (): FormState => useContext(FormContext)

/** The field a JSON pointer means: `/email` → `email`, `/lines/0/sku` → `lines.0.sku`. */
export const pointerToName = (pointer: string): string => pointer.replace(/^\//, '').replaceAll('/', '.')

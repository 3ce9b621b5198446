import { createContext, useContext } from 'react'

/** What a form provides to its fields; `name` is the name of a field (`email`, `lines[0][sku]`) or of a list of fields (`lines`). */
export interface FormState {
  /** The error message of a field or list, or undefined. */
  getError: (name: string) => string | undefined
  /** The typed values before the form was posted without script. */
  getValue: (name: string) => string | undefined
  /** Whether it was posted without script and came back, so that a box without a value was not checked. */
  isReturned: boolean
  /** How many items of a list were posted without script. */
  countItems: (name: string) => number
  busy: boolean
  validateField: (name: string, typing: boolean) => void
  /** Clears the errors of a list and of all its fields. */
  clearErrors: (name: string) => void
}

const FormContext = createContext<FormState>({
  getError: () => undefined,
  getValue: () => undefined,
  isReturned: false,
  countItems: () => 0,
  busy: false,
  validateField: () => undefined,
  clearErrors: () => undefined,
})
export const FormProvider = FormContext.Provider

/** The form around this component; outside of one, a form without errors. */
export const useForm = (): FormState => useContext(FormContext)

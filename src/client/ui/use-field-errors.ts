import { loadContract } from '#client/api/call.ts'
import { useMessages } from '#client/app/page-context.tsx'
import type { FormState } from '#client/ui/form-state.ts'
import { readFormValues } from '#client/ui/form-values.ts'
import { pointerToFieldName } from '#shared/form-fields.ts'
import type { FieldProblem } from '#shared/problem.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import { type RefObject, useRef, useState } from 'react'

interface FieldErrors extends Pick<FormState, 'getError' | 'validateField' | 'clearErrors'> {
  /** Nothing when the schemas do not load: the server checks too. */
  findInvalidFields: (values: Record<string, unknown>) => Promise<FieldProblem[]>
  /** Forgets what was checked before the form is sent. */
  reset: () => void
}

/** The errors of the fields of a form: those of the last answer, until the user has corrected a field or typed something else that is wrong. */
export function useFieldErrors(
  endpoint: EndpointName,
  form: RefObject<HTMLFormElement | null>,
  answered: readonly FieldProblem[],
): FieldErrors {
  const { fields } = useMessages()
  const [corrected, setCorrected] = useState<Record<string, string | null>>({})
  const submissions = useRef(0)
  const errors = toErrorsByName(answered)

  const getError = (name: string): string | undefined =>
    name in corrected ? (corrected[name] ?? undefined) : errors[name]

  const findInvalidFields = (values: Record<string, unknown>): Promise<FieldProblem[]> =>
    loadContract().then(
      ({ validateValues }) => validateValues(endpoint, values, fields),
      () => [],
    )

  /**
   * Checks a field when it loses focus, unless it was left empty, and on every input once it was invalid. An empty field is only wrong when the form is
   * sent: an error that appears when a button is pressed would move the button.
   */
  function validateField(name: string, typing: boolean): void {
    if (!form.current || (!getError(name) && (typing || isLeftEmpty(form.current, name)))) return
    const submission = submissions.current
    void findInvalidFields(readFormValues(form.current)).then((invalidFields) => {
      // The form was sent in the meantime: its response has more precise errors.
      if (submission !== submissions.current) return
      setCorrected((before) => ({ ...before, [name]: toErrorsByName(invalidFields)[name] ?? null }))
    })
  }

  function clearErrors(name: string): void {
    const names = Object.keys({ ...errors, ...corrected }).filter(
      (each) => each === name || each.startsWith(`${name}[`),
    )
    setCorrected((before) => ({ ...before, ...Object.fromEntries(names.map((each) => [each, null])) }))
  }

  function reset(): void {
    setCorrected({})
    submissions.current += 1
  }

  return { getError, validateField, clearErrors, findInvalidFields, reset }
}

function isLeftEmpty({ elements }: HTMLFormElement, name: string): boolean {
  const control = elements.namedItem(name)
  return control !== null && 'value' in control && control.value === ''
}

/** The first error of each field: a list of rows may have many. */
const toErrorsByName = (fieldProblems: readonly FieldProblem[]): Record<string, string> =>
  Object.fromEntries(fieldProblems.toReversed().map(({ pointer, detail }) => [pointerToFieldName(pointer), detail]))

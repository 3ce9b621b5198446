import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import { call, CallError } from '#client/api/call.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { PageUserField } from '#client/session/page-user-field.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { FormProvider, type FormState } from '#client/ui/form-state.ts'
import { markAsSaved, watchForm } from '#client/ui/form-changes.ts'
import { readFormValues } from '#client/ui/form-values.ts'
import { useFieldErrors } from '#client/ui/use-field-errors.ts'
import { useIdempotencyKey } from '#client/ui/use-idempotency-key.ts'
import { idempotencyKey } from '#shared/constants.ts'
import type { Messages } from '#shared/messages/en.ts'
import { countListItems, pointerToFieldName } from '#shared/form-fields.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { FieldProblem, Problem } from '#shared/problem.ts'
import type { EndpointName, OutputOf, RequestOf } from '#shared/routes/endpoints.ts'

interface FormProps<Name extends EndpointName> {
  endpoint: Name
  /** Values of hidden fields. */
  hiddenValues?: Partial<Record<string, string | number>>
  /** The page's `form`: the outcome of a post without script. */
  outcome?: FormOutcome | null
  /** Called with the answer; by default the page's data is loaded again. */
  onAnswer?: (answer: OutputOf<Name>) => void
  /** Called with the problem after the form shows it. */
  onProblem?: (problem: Problem) => void
  encType?: 'multipart/form-data' | undefined
  /** Where the form is posted without script; by default the page itself. */
  action?: string | undefined
  /** Opens the answer, a document, in a new tab: then the form is posted with script, too. */
  target?: '_blank'
  /** Whether its dialog or panel closes without a question, although the form was changed: for what is no work, such as the choice of a format. */
  isDiscardable?: boolean
  /** For controls outside of the form that belong to it. */
  id?: string
  className?: string
  children: ReactNode
}

/**
 * A form for the input of an endpoint: posted to the page without script, sent with `call` otherwise. Errors appear at their fields, and
 * nothing that was typed is lost. Fields of nested input have names such as `lines[0][quantity]`.
 */
export function Form<Name extends EndpointName>({
  endpoint,
  hiddenValues = {},
  outcome = null,
  onAnswer = () => void revalidate(),
  onProblem,
  encType,
  action,
  target,
  isDiscardable = target !== undefined,
  id,
  className,
  children,
}: FormProps<Name>) {
  const { common } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  const returned = outcome && isOutcomeOfForm(outcome, endpoint, hiddenValues) ? outcome : null
  const [problem, setProblem] = useState<Problem | null>(returned?.problem ?? null)
  const { findInvalidFields, reset, ...errors } = useFieldErrors(endpoint, form, problem?.errors ?? [])
  const { firstKey, keyFor, renew } = useIdempotencyKey()
  const [busy, setBusy] = useState(false)

  const [hasReturned] = useState(Boolean(returned?.problem))
  useEffect(
    () => (isDiscardable || !form.current ? undefined : watchForm(form.current, hasReturned)),
    [isDiscardable, hasReturned],
  )
  useErrorFocus(form, problem)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const values = readFormValues(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    reset()
    const isOffline = !navigator.onLine
    setBusy(true)
    try {
      const invalidFields = await findInvalidFields(values)
      if (invalidFields.length > 0) return setProblem(toInvalidInputProblem(invalidFields))
      const answer = await call(endpoint, values as RequestOf<Name>, { idempotencyKey: keyFor(values) })
      renew()
      setProblem(null)
      if (form.current && !isDiscardable) markAsSaved(form.current)
      onAnswer(answer)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isDecided(error.problem)) renew()
      const detail = error.problem.detail || error.problem.title || describeNoAnswer(error, isOffline, common)
      setProblem({ ...error.problem, detail })
      onProblem?.({ ...error.problem, detail })
    } finally {
      setBusy(false)
    }
  }

  const state: FormState = {
    ...errors,
    getValue: (name) => returned?.values[name],
    isReturned: returned !== null,
    countItems: (name) => countListItems(returned?.values ?? {}, name),
    busy,
  }
  const formError = problem && describeFormError(problem, Object.keys(hiddenValues))

  return (
    <FormProvider value={state}>
      <form
        ref={form}
        id={id}
        method="post"
        action={action}
        encType={encType}
        className={className}
        target={target}
        onSubmit={target ? undefined : (event) => void send(event)}
        noValidate
      >
        <input type="hidden" name="_endpoint" value={endpoint} />
        <PageUserField />
        <input type="hidden" name={idempotencyKey.field} value={firstKey} suppressHydrationWarning />
        {Object.entries(hiddenValues).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {formError && <Banner {...(problem.table ? { role: 'alert' } : { kind: 'error' })}>{formError}</Banner>}
        {children}
      </form>
    </FormProvider>
  )
}

/** Moves the focus to the first field with an error. */
function useErrorFocus(form: RefObject<HTMLFormElement | null>, problem: Problem | null): void {
  useEffect(() => {
    if (!problem?.errors?.length) return
    const invalid = form.current?.querySelector<HTMLElement>(invalidControlSelector)
    if (invalid) {
      invalid.focus()
      // The message is below the control, and may be below the edge of the screen.
      invalid.closest('.field')?.scrollIntoView({ block: 'nearest' })
    }
    // The error of a list, such as that nothing was chosen, has no control.
    else form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [form, problem])
}

/** What to say when there was no answer. */
function describeNoAnswer({ mayBeDone }: CallError, isOffline: boolean, common: Messages['common']): string {
  if (!mayBeDone) return common.noResponse
  return isOffline ? common.notSent + common.sentenceGap + common.offlineText : common.noAnswer
}

export const invalidControlSelector = ':is(input, select, textarea)[aria-invalid="true"]'

/** What the form says above its fields: the problem if it names no field, else the errors of values that no field shows. */
function describeFormError(problem: Problem, hiddenNames: readonly string[]): string | null {
  if (!problem.errors?.length) return problem.detail || problem.title
  const hidden = problem.errors
    .map((error) => ({ ...error, name: pointerToFieldName(error.pointer) }))
    .filter((error) => error.in !== undefined || hiddenNames.includes(error.name))
  return hidden.length > 0 ? hidden.map(({ name, detail }) => `${name}: ${detail}`).join(' ') : null
}

/** The problem that the server would answer for fields that the schema rejects. */
const toInvalidInputProblem = (errors: FieldProblem[]): Problem => ({
  type: '/problems/invalid-input',
  title: '',
  status: 422,
  detail: '',
  errors,
})

/** Whether the server has refused the request: another attempt with the same values is another request, which may be possible by then. */
const isDecided = ({ type, status }: Problem): boolean =>
  status >= 400 && status < 500 && !/in-progress$|already-done$/.test(type)

/** A page may have several forms of one endpoint: an outcome belongs to the form with the same hidden values. */
function isOutcomeOfForm(
  outcome: FormOutcome,
  endpoint: EndpointName,
  hiddenValues: Partial<Record<string, string | number>>,
): boolean {
  if (outcome.endpoint !== endpoint) return false
  return Object.entries(hiddenValues).every(
    // Compares without the version, which may have changed in the meantime; the outcome reports that.
    ([name, value]) => name === 'version' || !(name in outcome.values) || outcome.values[name] === String(value),
  )
}

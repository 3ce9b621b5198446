import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { call, CallError } from '#client/api/call.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { FormProvider, pointerToName, type FormState } from '#client/ui/form-state.ts'
import { readFormValues, validateValues } from '#client/ui/form-values.ts'
import { revalidate } from '#client/navigation/router.ts'
import type { OutputOf, EndpointName, RequestOf } from '#shared/routes/endpoints.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface FormProps<Name extends EndpointName> {
  endpoint: Name
  /** What the form sends without showing it. */
  input?: Partial<Record<string, string | number>>
  /** The page's `form`: what came back when it was sent without script. */
  outcome?: FormOutcome | null
  /** Called with the answer; without it the screen is loaded again. */
  onAnswer?: (answer: OutputOf<Name>) => void
  /** Called when it was refused, after the form shows it. */
  onProblem?: (problem: Problem) => void
  encType?: 'multipart/form-data'
  /** Where it is posted without script, if not to the page itself. */
  action?: string | undefined
  className?: string
  children: ReactNode
}

/**
 * A form that sends an endpoint's input. Without script it is posted to the page; with script it is called, and what was refused
 * stands at its fields. Nothing that was typed is lost.
 */
export function Form<Name extends EndpointName>({
  endpoint,
  input = {},
  outcome = null,
  onAnswer = () => void revalidate(),
  onProblem,
  encType,
  action,
  className,
  children,
}: FormProps<Name>) {
  const { common, fields } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  const returned = outcome && isOutcomeOfForm(outcome, endpoint, input) ? outcome : null
  const [problem, setProblem] = useState<Problem | null>(returned?.problem ?? null)
  const [corrected, setCorrected] = useState<Record<string, string | null>>({})
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (problem?.errors?.length) form.current?.querySelector<HTMLElement>(invalidControlSelector)?.focus()
  }, [problem])

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const values = readFormValues(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    setCorrected({})
    const invalidFields = Object.entries(validateValues(endpoint, values, fields))
    if (invalidFields.length > 0) return setProblem(invalidInputProblem(invalidFields))
    setBusy(true)
    try {
      const answer = await call(endpoint, values as RequestOf<Name>)
      setProblem(null)
      onAnswer(answer)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.problem)
      onProblem?.(error.problem)
    } finally {
      setBusy(false)
    }
  }

  /** A field is checked when it is left, and on every key once it was wrong. */
  function validateField(name: string, typing: boolean): void {
    const current = name in corrected ? corrected[name] : errors[name]
    if (!form.current || (typing && !current)) return
    const invalidFields = validateValues(endpoint, readFormValues(form.current), fields)
    setCorrected((before) => ({ ...before, [name]: invalidFields[name] ?? null }))
  }

  const errors = Object.fromEntries(
    (problem?.errors ?? []).map(({ pointer, detail }) => [pointerToName(pointer), detail]),
  )
  const state: FormState = {
    getError: (name) => (name in corrected ? (corrected[name] ?? undefined) : errors[name]),
    getValue: (name) => returned?.values[name],
    busy,
    validateField,
  }
  const formError = problem && !problem.errors?.length ? problem.detail || problem.title || common.offlineText : null

  return (
    <FormProvider value={state}>
      <form
        ref={form}
        method="post"
        action={action}
        encType={encType}
        className={className}
        onSubmit={(event) => void send(event)}
        noValidate
      >
        <input type="hidden" name="_endpoint" value={endpoint} />
        {Object.entries(input).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {formError && <Banner kind="error">{formError}</Banner>}
        {children}
      </form>
    </FormProvider>
  )
}

const invalidControlSelector = ':is(input, select, textarea)[aria-invalid="true"]'

/** What the server would say of fields that its schema refuses. */
const invalidInputProblem = (invalidFields: [name: string, detail: string][]): Problem => ({
  type: '/problems/invalid-input',
  title: '',
  status: 422,
  detail: '',
  errors: invalidFields.map(([name, detail]) => ({ pointer: `/${name.replaceAll('.', '/')}`, detail })),
})

/** Several forms of one endpoint may stand on a page: what came back belongs to the one with the same fixed input. */
function isOutcomeOfForm(
  outcome: FormOutcome,
  endpoint: EndpointName,
  input: Partial<Record<string, string | number>>,
): boolean {
  if (outcome.endpoint !== endpoint) return false
  return Object.entries(input).every(
    ([name, value]) => !(name in outcome.values) || outcome.values[name] === String(value),
  )
}

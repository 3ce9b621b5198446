import { call, CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { readFormValues } from '#client/ui/form-values.ts'
import { pointerToFieldName } from '#shared/form-fields.ts'
import type { Problem } from '#shared/problem.ts'
import type { EndpointName, OutputOf, RequestOf } from '#shared/routes/endpoints.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'

const delayMs = 250

type PreviewEndpoint = Extract<EndpointName, 'previewOrder' | 'previewOrderEdit'>

/**
 * The server's preview of a form while the user types in fields whose names match `names`, or its first error, unless its field shows it; `initial`
 * until then. `output` belongs on an `<output>` in the form.
 */
export function useFormPreview<Name extends PreviewEndpoint>(
  endpoint: Name,
  names: RegExp,
  initial: OutputOf<Name> | null = null,
): {
  output: RefObject<HTMLOutputElement | null>
  result: { preview: OutputOf<Name> } | { error: string | null } | null
} {
  const { getError } = useForm()
  const output = useRef<HTMLOutputElement>(null)
  const { common } = useMessages()
  const [result, setResult] = useState<{ preview: OutputOf<Name> } | { problem: Problem } | null>(
    initial && { preview: initial },
  )
  useEffect(() => {
    const form = output.current?.form
    let timer: ReturnType<typeof setTimeout> | undefined
    let controller: AbortController | undefined
    const load = async (): Promise<void> => {
      if (!form) return
      controller = new AbortController()
      const { signal } = controller
      try {
        setResult({ preview: await call(endpoint, readFormValues(form) as RequestOf<Name>, { signal }) })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setResult({ problem: error.problem })
      }
    }
    const onInput = (event: Event): void => {
      if (!names.test((event.target as HTMLInputElement).name)) return
      clearTimeout(timer)
      controller?.abort()
      timer = setTimeout(() => void load(), delayMs)
    }
    form?.addEventListener('input', onInput)
    return () => {
      form?.removeEventListener('input', onInput)
      clearTimeout(timer)
      controller?.abort()
    }
  }, [endpoint, names])
  if (!result || 'preview' in result) return { output, result }
  const field = pointerToFieldName(result.problem.errors?.[0]?.pointer ?? '')
  return { output, result: { error: getError(field) ? null : describeProblem(result.problem, common).description } }
}

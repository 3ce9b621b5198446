import { call, CallError } from '#client/api/call.ts'
import { readFormValues } from '#client/ui/form-values.ts'
import type { EndpointName, OutputOf, RequestOf } from '#shared/routes/endpoints.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'

const delayMs = 250

type PreviewEndpoint = Extract<EndpointName, 'previewOrder' | 'previewOrderEdit'>

/**
 * The server's preview of a form while the user types in fields whose names match `names`, or its first error; `initial`
 * before that. `output` belongs on an `<output>` in the form.
 */
export function useFormPreview<Name extends PreviewEndpoint>(
  endpoint: Name,
  names: RegExp,
  initial: OutputOf<Name> | null = null,
): { output: RefObject<HTMLOutputElement | null>; result: { preview: OutputOf<Name> } | { error: string } | null } {
  const output = useRef<HTMLOutputElement>(null)
  const [result, setResult] = useState<{ preview: OutputOf<Name> } | { error: string } | null>(
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
        if (error instanceof CallError) setResult({ error: error.problem.errors?.[0]?.detail ?? error.problem.title })
        else throw error
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
  return { output, result }
}

import { call, CallError } from '#client/api/call.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { readFormValues } from '#client/ui/form-values.ts'
import { formatMoney } from '#shared/money.ts'
import type { EditPreview as Preview, OrderView } from '#shared/orders/views.ts'
import type { RequestOf } from '#shared/routes/endpoints.ts'
import { useEffect, useRef, useState } from 'react'

/** The inputs that can change the total. */
const amountNames = /^(lines|addedLines|discount|shipping|tax)(\[|$)/
const delayMs = 250

/** The new total and the difference, computed by the server while the user types; without script as it was posted for (`initial`). */
export function EditPreview({ order, initial }: { order: OrderView; initial: Preview | null }) {
  const { edit } = useMessages().orders
  const output = useRef<HTMLOutputElement>(null)
  const [result, setResult] = useState<{ preview: Preview } | { error: string } | null>(initial && { preview: initial })

  useEffect(() => {
    const form = output.current?.form
    let timer: ReturnType<typeof setTimeout> | undefined
    let controller: AbortController | undefined
    const load = async (): Promise<void> => {
      if (!form) return
      controller = new AbortController()
      const { signal } = controller
      try {
        const values = readFormValues(form) as RequestOf<'previewOrderEdit'>
        setResult({ preview: await call('previewOrderEdit', values, { signal }) })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof CallError) setResult({ error: error.problem.errors?.[0]?.detail ?? error.problem.title })
        else throw error
      }
    }
    const onInput = (event: Event): void => {
      if (!amountNames.test((event.target as HTMLInputElement).name)) return
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
  }, [])

  const preview = result && 'preview' in result ? result.preview : null
  const total = formatMoney(preview?.totalMinor ?? order.totalMinor, order.currency)
  return (
    <output className="edit__preview" ref={output}>
      {result && 'error' in result ? (
        <span className="field__error">{result.error}</span>
      ) : (
        <>
          {edit.total} <b className="num">{total}</b>
          {preview && preview.differenceMinor !== 0 && (
            <span className="num muted">
              {preview.differenceMinor > 0 ? '+' : ''}
              {formatMoney(preview.differenceMinor, order.currency)}
            </span>
          )}
        </>
      )}
    </output>
  )
}

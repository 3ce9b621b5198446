import { call, CallError } from '#client/api/call.ts'
import { navigate } from '#client/navigation/router.ts'
import { notify } from '#client/ui/notifications.tsx'
import { focusNextPanel } from '#client/ui/panel.tsx'
import { href } from '#shared/routes/pages.ts'
import { useEffect, useRef } from 'react'

/** Claims the next order to ship when the form around it is sent, without loading the page again. */
export function ClaimOnSubmit() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    const onSubmit = (event: SubmitEvent): void => {
      event.preventDefault()
      void claimNextOrder()
    }
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [])
  return <span ref={place} hidden />
}

/** Opens the claimed order, or shows that there is none. */
async function claimNextOrder(): Promise<void> {
  try {
    const { number } = await call('claimNextOrder', {})
    focusNextPanel()
    navigate(href('orders', { order: number }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    notify({ kind: 'info', title: error.problem.title, description: error.problem.detail })
  }
}

import { call, CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { notify } from '#client/ui/notifications.tsx'
import { focusNextPanel } from '#client/ui/panel.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { href } from '#shared/routes/pages.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Claims the next order to ship when the form around it is sent, without loading the page again; one order at a time, because a claimed one is reserved. */
export function ClaimOnSubmit() {
  const { common } = useMessages()
  const place = useRef<HTMLSpanElement>(null)
  const claim = useEffectEvent(() => claimNextOrder(common))
  useEffect(() => {
    const form = place.current?.closest('form')
    let isClaiming = false
    const onSubmit = (event: SubmitEvent): void => {
      event.preventDefault()
      if (isClaiming) return
      isClaiming = true
      void claim().finally(() => (isClaiming = false))
    }
    // The answer may be faster than the second click of a double click.
    const onClick = (event: MouseEvent): void => {
      if (event.detail > 1) event.preventDefault()
    }
    form?.addEventListener('submit', onSubmit)
    form?.addEventListener('click', onClick)
    return () => {
      form?.removeEventListener('submit', onSubmit)
      form?.removeEventListener('click', onClick)
    }
  }, [])
  return <span ref={place} hidden />
}

/** Opens the claimed order, or shows that there is none; resolves once that is done. */
async function claimNextOrder(common: Messages['common']): Promise<void> {
  try {
    const { number } = await call('claimNextOrder', {})
    focusNextPanel()
    navigate(href('orders', { order: number }))
    await globalThis.navigation?.transition?.finished.catch(() => undefined)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const isQueueEmpty = error.problem.type === '/problems/nothing-to-ship'
    notify({ kind: isQueueEmpty ? 'info' : 'error', ...describeProblem(error.problem, common) })
  }
}

import { useEffect, useState, type MouseEvent } from 'react'
import { call, CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { hardNavigate } from '#client/navigation/router.ts'
import { openInPopup } from '#client/session/popup.ts'
import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import type { Problem } from '#shared/problem.ts'
import { withQuery } from '#shared/routes/with-query.ts'
import { providerPaths } from '#shared/routes/provider-paths.ts'
import type { SessionUser } from '#shared/staff/views.ts'

interface ProviderButtonProps {
  children: string
  /** The name of the identity provider. */
  provider: string
  use: 'log-in' | 'link' | 'confirm'
  /** The token of an invitation that the login accepts. */
  invitation?: string
  size?: 'md' | 'lg'
  block?: boolean
  /** Whether it is the only thing to do in its dialog. */
  isPrimary?: boolean
  /** Whether the page may be left if the browser blocks the window, because nothing on it would be lost. */
  canLeave?: boolean
  /** Called when the login there has ended, with the user who is logged in here. */
  onDone: (user: SessionUser | null) => void
  /** Called with the problem of the login there instead of showing it; null when another login begins. */
  onProblem?: ((problem: Problem | null) => void) | undefined
}

/** How often to check whether the user has closed the window. */
const pollIntervalMs = 500

/** Opens the login page of the identity provider in a window; without script, in place of this page. */
export function ProviderButton({
  children,
  provider,
  use,
  invitation,
  size = 'md',
  block = false,
  isPrimary = false,
  canLeave = false,
  onDone,
  onProblem,
}: ProviderButtonProps) {
  const { provider: texts } = useSignInMessages()
  const href = withQuery(providerPaths.login, { use, invitation })
  const { state, problem, open } = useProviderLogin(href, { canLeave, onDone, onProblem })

  return (
    <>
      {problem && <Banner kind="error">{problem}</Banner>}
      {state === 'blocked' && <Banner kind="error">{texts.blocked}</Banner>}
      <ButtonLink
        href={href}
        variant={isPrimary ? 'primary' : 'default'}
        size={size}
        block={block}
        data-autofocus={isPrimary || undefined}
        onClick={open}
      >
        {children}
      </ButtonLink>
      <p className="sm muted" role="status" hidden={state !== 'waiting' && state !== 'closed'}>
        {state === 'waiting' && texts.waiting(provider)}
        {state === 'closed' && texts.closed}
      </p>
    </>
  )
}

/** A login at the identity provider in a window; `open` is for the link to it. */
function useProviderLogin(
  href: string,
  { canLeave, onDone, onProblem }: Pick<ProviderButtonProps, 'canLeave' | 'onDone' | 'onProblem'>,
) {
  const { common } = useMessages()
  const [popup, setPopup] = useState<Window | null>(null)
  const [state, setState] = useState<'idle' | 'waiting' | 'closed' | 'blocked'>('idle')
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!popup) return
    const timer = setInterval(() => {
      if (popup.closed) setState((now) => (now === 'waiting' ? 'closed' : now))
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [popup])

  function open(event: MouseEvent): void {
    event.preventDefault()
    setProblem(null)
    onProblem?.(null)
    const opened = openInPopup(href, { onDone: () => void finish() })
    setPopup(opened)
    if (opened) setState('waiting')
    else if (canLeave) hardNavigate(href)
    else setState('blocked')
  }

  async function finish(): Promise<void> {
    setState('idle')
    setPopup(null)
    try {
      onDone((await call('getProviderLogin', {})).user)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const detail = describeProblem(error.problem, common).description
      if (onProblem) onProblem({ ...error.problem, detail })
      else setProblem(detail)
    }
  }

  return { state, problem, open }
}

import { Component, type ReactNode } from 'react'
import { crawlerPattern } from '#shared/constants.ts'

interface ErrorBoundaryProps {
  /** What is shown now: another one clears the error. */
  subject: unknown
  /** Undefined on the server. */
  userAgent: string | undefined
  fallback: ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  failed: boolean
  subject: unknown
}

/**
 * Stands around every page. An error inside it shows the error page; to crawlers the page stays as it was. React logs the error
 * in both cases.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, subject: this.props.subject }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { subject }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return subject === state.subject ? null : { failed: false, subject }
  }

  override render(): ReactNode {
    const { children, fallback, userAgent } = this.props
    if (!this.state.failed) return <div id="app">{children}</div>
    if (userAgent === undefined || !crawlerPattern.test(userAgent)) return <div id="app">{fallback}</div>
    // What failed has not replaced anything yet: what still stands is the last good page.
    const html = document.getElementById('app')?.innerHTML ?? ''
    return (
      <>
        <title>{document.title}</title>
        <div id="app" dangerouslySetInnerHTML={{ __html: html }} />
      </>
    )
  }
}

import { Component, type ReactNode } from 'react'
import { crawlerPattern } from '#shared/constants.ts'

interface ErrorBoundaryProps {
  /** The current page state: the error is cleared when it changes. */
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
 * Wraps every page. An error inside shows the error page, except to crawlers, which keep the last rendered page. React logs the error
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
    // The failed render has not replaced the DOM yet, so this is the last page that worked.
    const html = document.getElementById('app')?.innerHTML ?? ''
    return (
      <>
        <title>{document.title}</title>
        <div id="app" dangerouslySetInnerHTML={{ __html: html }} />
      </>
    )
  }
}

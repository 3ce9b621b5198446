import { useState } from 'react'
import { BareLayout } from '#client/app/bare-layout.tsx'
import { ErrorBoundary } from '#client/errors/error-boundary.tsx'
import { ErrorPage } from '#client/errors/lazy-error-page.ts'
import { languageTags } from '#client/app/language-switch.tsx'
import type { PageComponent } from '#client/pages.ts'
import { LoadingSkeleton, NavigationStatus } from '#client/app/navigation-status.tsx'
import { DocumentContextProvider, type MarkupCache, type RowCache } from '#client/app/page-context.tsx'
import { SessionDialogLoader } from '#client/app/session-dialog-loader.tsx'
import { Shell } from '#client/app/shell.tsx'
import { Stylesheets } from '#client/app/stylesheets.tsx'
import { titleOf } from '#client/app/title.ts'
import { Notifications } from '#client/ui/notifications.tsx'
import { Tooltips } from '#client/ui/tooltip.tsx'
import { pages } from '#shared/routes/pages.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { InitialState, PageState } from '#shared/page-state.ts'

export interface DocumentProps {
  initialState: InitialState
  messages: Messages
  /** The page's component; null for an error page. */
  component: PageComponent | null
  nonce?: string | undefined
  /** URLs of chunks to preload with the script; set only by the server. */
  preloads?: readonly string[]
  /** The cache of markup of parts of pages; set only by the server. */
  markupCache?: MarkupCache
  /** The cache of markup of rows of lists; set only by the server. */
  rowCache?: RowCache
  /** False only in the browser, while a session that the page did not contain is being fetched. */
  sessionReady?: boolean
}

/** The whole document; rendered by the server and hydrated by the browser. */
export function Document({
  initialState,
  messages,
  component,
  nonce,
  preloads = [],
  markupCache,
  rowCache,
  sessionReady = true,
}: DocumentProps) {
  const { locale, pageState, assets } = initialState
  const userAgent =
    typeof navigator === 'undefined' || typeof document === 'undefined' ? undefined : navigator.userAgent
  const crashError = { statusCode: 500, statusMessage: '', description: messages.errors.crashText }
  return (
    <html lang={languageTags[locale]} className="light" data-money={locale === 'zh' ? 'red-in' : 'green-in'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Stylesheets styles={assets.styles} pageState={pageState} />
        {preloads.map((url) => (
          <link key={url} rel="modulepreload" href={url} nonce={nonce} />
        ))}
        {assets.script && <script type="module" src={assets.script} nonce={nonce} />}
      </head>
      <body>
        <DocumentContextProvider
          value={{ pageContext: { ...initialState, sessionReady }, messages, markupCache, rowCache }}
        >
          {/* Before the page, which it dims. */}
          <LoadingSkeleton />
          <ErrorBoundary subject={pageState} userAgent={userAgent} fallback={<ErrorPage error={crashError} />}>
            <PageContent pageState={pageState} messages={messages} component={component} />
          </ErrorBoundary>
          <SessionDialogLoader />
          <Notifications />
          <Tooltips />
          <NavigationStatus />
        </DocumentContextProvider>
        <InitialStateScript initialState={initialState} nonce={nonce} />
      </body>
    </html>
  )
}

interface PageContentProps {
  pageState: PageState
  messages: Messages
  component: PageComponent | null
}

function PageContent({ pageState, messages, component: Content }: PageContentProps) {
  if (pageState.kind === 'error' || !Content)
    return pageState.kind === 'error' ? <ErrorPage error={pageState.error} /> : null
  const { page, query, data, form } = pageState
  const content = <Content key={page} query={query} data={data} form={form} />
  return (
    <>
      <title>{titleOf(pageState, messages)}</title>
      {pages[page].layout === 'shell' ? <Shell page={page}>{content}</Shell> : <BareLayout>{content}</BareLayout>}
    </>
  )
}

/** The initial state for hydration. The server renders it; the browser never updates it. */
function InitialStateScript({ initialState, nonce }: { initialState: InitialState; nonce: string | undefined }) {
  const [json] = useState(() =>
    typeof window === 'undefined' ? JSON.stringify(initialState).replaceAll('<', '\\u003c') : '',
  )
  return (
    <script
      id="initial-state"
      type="application/json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

import { useState } from 'react'
import { Bare } from '#client/bare.tsx'
import { ErrorBoundary } from '#client/errors/error-boundary.tsx'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { languageTags } from '#client/language-switch.tsx'
import type { PageComponent } from '#client/load-screen.ts'
import { NavigationStatus } from '#client/navigation-status.tsx'
import { ScreenProvider } from '#client/screen.tsx'
import { Shell } from '#client/shell.tsx'
import { Notifications } from '#client/ui/notifications.tsx'
import { Tooltips } from '#client/ui/tooltip.tsx'
import { pack } from '#shared/packing.ts'
import { pages } from '#shared/routes/pages.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { Boot, PageScreen, Screen } from '#shared/screen.ts'

export interface DocumentProps {
  boot: Boot
  messages: Messages
  /** The page's component; null where the screen is an error. */
  component: PageComponent | null
  nonce?: string | undefined
  /** Chunks to fetch side by side with the script; only the server names them. */
  preloads?: readonly string[]
  /** False only in the browser, while a session that the page did not bring is being asked for. */
  sessionReady?: boolean
}

/** The whole document: the same component on the server and in the browser. */
export function Document({ boot, messages, component, nonce, preloads = [], sessionReady = true }: DocumentProps) {
  const { locale, screen, assets } = boot
  const userAgent =
    typeof navigator === 'undefined' || typeof document === 'undefined' ? undefined : navigator.userAgent
  const crashed = { statusCode: 500, statusMessage: '', description: messages.errors.crashText }
  return (
    <html lang={languageTags[locale]} className="light" data-money={locale === 'zh' ? 'red-in' : 'green-in'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        {preloads.map((address) => (
          <link key={address} rel="modulepreload" href={address} nonce={nonce} />
        ))}
        {assets.script && <script type="module" src={assets.script} nonce={nonce} />}
      </head>
      <body>
        <ScreenProvider value={{ screen: { ...boot, sessionReady }, messages }}>
          <ErrorBoundary subject={screen} userAgent={userAgent} fallback={<ErrorPage error={crashed} />}>
            <ScreenContent screen={screen} messages={messages} component={component} />
          </ErrorBoundary>
          <Notifications />
          <Tooltips />
          <NavigationStatus />
        </ScreenProvider>
        <BootData boot={boot} nonce={nonce} />
      </body>
    </html>
  )
}

interface ScreenContentProps {
  screen: Screen
  messages: Messages
  component: PageComponent | null
}

function ScreenContent({ screen, messages, component: Content }: ScreenContentProps) {
  if (screen.kind === 'error' || !Content) return screen.kind === 'error' ? <ErrorPage error={screen.error} /> : null
  const { page, query, data, form } = screen
  const content = <Content key={page} query={query} data={data} form={form} />
  return (
    <>
      <title>{titleOf(screen, messages)}</title>
      {pages[page].layout === 'shell' ? <Shell page={page}>{content}</Shell> : <Bare>{content}</Bare>}
    </>
  )
}

/** What stands in the browser's tab: the page, then the product. */
export const titleOf = ({ page }: PageScreen, { common }: Messages): string =>
  `${common.pages[page]} | ${common.product}`

/** What the browser starts from; once, and never written again. */
function BootData({ boot, nonce }: { boot: Boot; nonce: string | undefined }) {
  const [json] = useState(() =>
    typeof window === 'undefined' ? JSON.stringify(pack(boot)).replaceAll('<', '\\u003c') : '',
  )
  return (
    <script
      id="boot"
      type="application/json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

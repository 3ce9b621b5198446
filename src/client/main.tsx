import { createRoot, hydrateRoot } from 'react-dom/client'
import { call, connectSession, loadContract } from '#client/api/call.ts'
import { createBuildCheck } from '#client/app/build-check.ts'
import { createPageStore, BrowserDocument, type PageStore } from '#client/app/page-store.tsx'
import { ErrorPage } from '#client/errors/lazy-error-page.ts'
import { createPageLoader, reloadOnce, resolveComponent, toErrorView } from '#client/navigation/page-loader.ts'
import { startRouter } from '#client/navigation/router.ts'
import { preloadOverlays } from '#client/pages.ts'
import { loginPrompt } from '#client/session/login-prompt.ts'
import { closePopupIfDone } from '#client/session/close-popup.ts'
import { session } from '#client/session/session.ts'
import { userChange } from '#client/session/user-change.ts'
import { initColorMode } from '#client/theme/color-mode.ts'
import { notify } from '#client/ui/notifications.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { InitialState } from '#shared/page-state.ts'
import type { Locale } from '#shared/locales.ts'

/** The messages of each language, in a chunk of their own. */
const messageLoaders: { [Name in Locale]: () => Promise<Messages> } = {
  en: async () => (await import('#shared/messages/en.ts')).en,
  zh: async () => (await import('#shared/messages/zh.ts')).zh,
}

/** After the page works: what it needs later must not compete with its first script. */
const preloadDelayMs = 2000

const initialStateJson = document.getElementById('initial-state')?.textContent
if (initialStateJson) void hydrate(JSON.parse(initialStateJson) as InitialState)
// A document without an initial state was not rendered by the server and brings no session.
else void session.refresh()

/** Hydrates the document, then starts the router. */
async function hydrate(initialState: InitialState): Promise<void> {
  initColorMode()
  closePopupIfDone(initialState.pageState.kind === 'error')
  session.setSession(initialState.session)
  const messages = await messageLoaders[initialState.locale]()
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  let store: PageStore
  try {
    store = createPageStore({ initialState, component: await resolveComponent(initialState.pageState) })
    hydrateRoot(document, <BrowserDocument store={store} messages={messages} nonce={nonce} />)
  } catch (error) {
    if (reloadOnce(location.pathname + location.search)) return
    console.error(error)
    store = createPageStore({
      initialState: { ...initialState, pageState: { kind: 'error', error: toErrorView(error, messages) } },
      component: null,
    })
    createRoot(document).render(<BrowserDocument store={store} messages={messages} nonce={nonce} />)
  }
  connectNavigation(store, messages)
}

/** Connects the router, the build check and the session to the page store. */
function connectNavigation(store: PageStore, messages: Messages): void {
  const { common } = messages
  const buildCheck = createBuildCheck({
    currentBuildId: store.state().initialState.buildId,
    fetchBuildId: async () => (await call('getBuild', {})).id,
    runEvery: (run, ms) => {
      const timer = setInterval(run, ms)
      return () => clearInterval(timer)
    },
    onNewBuild: () =>
      notify({
        kind: 'warning',
        title: common.newBuild,
        description: common.newBuildText,
        action: { label: common.reloadNow, run: () => location.reload() },
      }),
  })
  session.subscribe(({ session: view, ready }) => {
    void store.setState({ initialState: { ...store.state().initialState, session: view }, sessionReady: ready })
  })
  const pageLoader = createPageLoader({
    store,
    messages,
    onPayload: (payload) => {
      buildCheck.reportBuildId(payload.buildId)
      session.setSession(payload.session)
    },
  })
  connectSession({
    userId: () => session.snapshot().session.user?.id,
    recover: loginPrompt.request,
    reportSessionEnd: loginPrompt.announce,
    reportUserChange: () => void userChange.check(),
  })
  window.addEventListener('focus', () => {
    void userChange.check()
    void loginPrompt.check()
  })
  setTimeout(() => void preload(store).catch(() => undefined), preloadDelayMs)
  startRouter({ isLoggedIn: session.loggedIn, isOutdated: buildCheck.isOutdated, ...pageLoader })
  // The back/forward cache may restore a page of a session that has ended since.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
}

/** In advance, so that panels open at once, clicks need not wait for the server, and a form that is open when a newer build is deployed can still be sent. */
async function preload(store: PageStore): Promise<void> {
  const { prefetchOnPress } = await import('#client/navigation/prefetch-on-press.ts')
  prefetchOnPress()
  await ErrorPage.load()
  const { pageState } = store.state().initialState
  if (pageState.kind === 'page') await preloadOverlays(pageState.page)
  await loadContract()
}

import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBuildCheck } from '#client/navigation/build-check.ts'
import { call } from '#client/api/call.ts'
import { initColorMode } from '#client/theme/color-mode.ts'
import { resolveComponent } from '#client/navigation/fetch-page.ts'
import { startNavigation } from '#client/navigation/navigation.ts'
import { pagePopup } from '#client/session/popup.ts'
import { reloadOnce } from '#client/navigation/reload-once.ts'
import { session } from '#client/session/session.ts'
import { toErrorView, showPage, showErrorPage } from '#client/navigation/show-page.ts'
import { createPageStore, BrowserDocument, type PageStore } from '#client/navigation/page-store.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { decodeColumns } from '#shared/encode-columns.ts'
import type { InitialState } from '#shared/page-state.ts'
import type { Locale } from '#shared/staff/inputs.ts'

/** The words of a language, in a chunk of its own. */
const messageLoaders: { [Name in Locale]: () => Promise<Messages> } = {
  en: async () => (await import('#shared/messages/en.ts')).en,
  zh: async () => (await import('#shared/messages/zh.ts')).zh,
}

const initialStateJson = document.getElementById('initial-state')?.textContent
if (initialStateJson) await hydrate(decodeColumns(JSON.parse(initialStateJson)) as InitialState)
// A page that the server did not render brings no session.
else await session.refresh()

/** Hydrates the document, then follows the clicks. */
async function hydrate(initialState: InitialState): Promise<void> {
  initColorMode()
  pagePopup().closeIfDone(initialState.pageState.kind === 'error')
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

/** Lets clicks, a newer build and a changed session reach the stage. */
function connectNavigation(store: PageStore, messages: Messages): void {
  const { common, errors } = messages
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
  startNavigation({
    loggedIn: session.loggedIn,
    isOutdated: buildCheck.isOutdated,
    show: (url, signal) =>
      showPage({
        url,
        signal,
        store,
        messages,
        onPayload: (payload) => {
          buildCheck.reportBuildId(payload.buildId)
          session.setSession(payload.session)
        },
      }),
    showMissing: (url, path) =>
      showErrorPage(url, store, messages, {
        statusCode: 404,
        statusMessage: errors.notFound,
        description: errors.notFoundText(path),
      }),
  })
  // A page that comes back from the browser's own cache may be of a session that has ended since.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
}

import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBuildCheck } from '#client/build-check.ts'
import { call } from '#client/call.ts'
import { startColourMode } from '#client/color-mode.ts'
import { componentOf } from '#client/load-screen.ts'
import { startNavigation } from '#client/navigation.ts'
import { pagePopup } from '#client/popup.ts'
import { reloadOnce } from '#client/reload.ts'
import { session } from '#client/session.ts'
import { failureView, showAddress, showError } from '#client/show-address.ts'
import { createStage, StageDocument, type Stage } from '#client/stage.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { unpack } from '#shared/packing.ts'
import type { Boot } from '#shared/screen.ts'
import type { Locale } from '#shared/staff/inputs.ts'

/** The words of a language, in a chunk of its own. */
const languages: { [Name in Locale]: () => Promise<Messages> } = {
  en: async () => (await import('#shared/messages/en.ts')).en,
  zh: async () => (await import('#shared/messages/zh.ts')).zh,
}

const data = document.getElementById('boot')?.textContent
if (data) await start(unpack(JSON.parse(data)) as Boot)
// A page that the server did not render brings no session.
else await session.refresh()

/** Hydrates the document, then follows the clicks. */
async function start(boot: Boot): Promise<void> {
  startColourMode()
  pagePopup().closeIfDone(boot.screen.kind === 'error')
  session.take(boot.session)
  const messages = await languages[boot.locale]()
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  let stage: Stage
  try {
    stage = createStage({ boot, component: await componentOf(boot.screen) })
    hydrateRoot(document, <StageDocument stage={stage} messages={messages} nonce={nonce} />)
  } catch (error) {
    if (reloadOnce(location.pathname + location.search)) return
    console.error(error)
    stage = createStage({
      boot: { ...boot, screen: { kind: 'error', error: failureView(error, messages) } },
      component: null,
    })
    createRoot(document).render(<StageDocument stage={stage} messages={messages} nonce={nonce} />)
  }
  follow(stage, messages)
}

/** Lets clicks, a newer build and a changed session reach the stage. */
function follow(stage: Stage, messages: Messages): void {
  const { common, errors } = messages
  const build = createBuildCheck({
    own: stage.shown().boot.buildId,
    fetchId: async () => (await call('getBuild', {})).id,
    every: (run, ms) => {
      const timer = setInterval(run, ms)
      return () => clearInterval(timer)
    },
    onNewer: () =>
      notify({
        kind: 'warning',
        title: common.newBuild,
        description: common.newBuildText,
        action: { label: common.reloadNow, run: () => location.reload() },
      }),
  })
  session.subscribe(({ session: view, ready }) => {
    void stage.show({ boot: { ...stage.shown().boot, session: view }, sessionReady: ready })
  })
  startNavigation({
    loggedIn: session.loggedIn,
    isOutdated: build.isOutdated,
    show: (url, signal) =>
      showAddress({
        url,
        signal,
        stage,
        messages,
        onPayload: (payload) => {
          build.notice(payload.buildId)
          session.take(payload.session)
        },
      }),
    showMissing: (url, path) =>
      showError(url, stage, messages, {
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

import { useState } from 'react'
import { colorModes, useColorMode } from '#client/theme/color-mode.ts'
import { openInPopup } from '#client/session/popup.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { session } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DataIcon } from '#client/ui/data-icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Example, ExampleRow } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { pages } from '#shared/routes/pages.ts'

const iconNames = ['lucide:truck', 'lucide:gift', 'lucide:store', 'lucide:no-such-icon']
/** Does not exist, so the popup shows an error. */
const missingPath = '/nowhere'
const modeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

/** Color mode, popup, icons named by data, error pages. */
export function Behavior() {
  const { common } = useMessages()
  const workbench = useWorkbenchMessages()
  const { words } = workbench
  const [mode, setMode] = useColorMode()
  const [isBroken, setBroken] = useState(false)
  const openPopup = (url: string): void => {
    const stop = session.subscribe(({ session: { user } }) => {
      stop()
      notify({
        kind: 'info',
        title: words.sessionAsked,
        description: user ? words.loggedInAs(user.name) : words.notLoggedIn,
      })
    })
    openInPopup(url)
  }
  if (isBroken) throw new Error('Broken on purpose, on the workbench')
  return (
    <Example topic="behavior">
      <ExampleRow label={words.colorMode}>
        <Segmented
          label={words.colorMode}
          value={mode}
          onChoose={setMode}
          options={colorModes.map((value) => ({ value, label: common.colorModes[value], icon: modeIcons[value] }))}
        />
        <span className="xs dimmed">{words.colorModeHint}</span>
      </ExampleRow>
      <ExampleRow label={words.popup}>
        <Button onClick={() => openPopup(pages.test.path)}>{words.openPopup}</Button>
        <span className="xs dimmed">{words.popupHint}</span>
        <Button onClick={() => openPopup(missingPath)}>{words.openPopupError}</Button>
        <span className="xs dimmed">{words.popupErrorHint}</span>
      </ExampleRow>
      <ExampleRow label={words.icons}>
        {iconNames.map((name) => (
          <span key={name} className="row xs muted">
            <DataIcon name={name} size="lg" />
            <span className="mono">{name}</span>
          </span>
        ))}
        <span className="xs dimmed">{words.iconsHint}</span>
      </ExampleRow>
      <ExampleRow label={words.errorPage}>
        <ButtonLink href={missingPath}>{words.goToMissingPage}</ButtonLink>
        <Button variant="danger" onClick={() => setBroken(true)}>
          {words.break}
        </Button>
        <span className="xs dimmed">{words.breakHint}</span>
      </ExampleRow>
    </Example>
  )
}

import { useState } from 'react'
import { colorModes, useColorMode } from '#client/color-mode.ts'
import { openInPopup } from '#client/popup.ts'
import { useMessages } from '#client/screen.tsx'
import { session } from '#client/session.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DataIcon } from '#client/ui/data-icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Bench, BenchRow } from '#client/workbench/bench.tsx'
import { pages } from '#shared/routes/pages.ts'

const iconNames = ['lucide:truck', 'lucide:gift', 'lucide:store', 'lucide:no-such-icon']
/** No page, so that the popup shows an error. */
const nowhere = '/nowhere'
const modeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

/** Colour mode, popup, icons named by data, error pages. */
export function Behaviour() {
  const { common, workbench } = useMessages()
  const { words } = workbench
  const [mode, choose] = useColorMode()
  const [isBroken, setBroken] = useState(false)
  const openPopup = (address: string): void => {
    const stop = session.subscribe(({ session: { user } }) => {
      stop()
      notify({
        kind: 'info',
        title: words.sessionAsked,
        description: user ? words.loggedInAs(user.name) : words.notLoggedIn,
      })
    })
    openInPopup(address)
  }
  if (isBroken) throw new Error('Broken on purpose, on the workbench')
  return (
    <Bench topic="behaviour">
      <BenchRow label={words.colourMode}>
        <Segmented
          label={words.colourMode}
          value={mode}
          onChoose={choose}
          options={colorModes.map((value) => ({ value, label: common.colourModes[value], icon: modeIcons[value] }))}
        />
        <span className="xs dimmed">{words.colourModeHint}</span>
      </BenchRow>
      <BenchRow label={words.popup}>
        <Button onClick={() => openPopup(pages.test.path)}>{words.openPopup}</Button>
        <span className="xs dimmed">{words.popupHint}</span>
        <Button onClick={() => openPopup(nowhere)}>{words.openPopupError}</Button>
        <span className="xs dimmed">{words.popupErrorHint}</span>
      </BenchRow>
      <BenchRow label={words.icons}>
        {iconNames.map((name) => (
          <span key={name} className="row xs muted">
            <DataIcon name={name} size="lg" />
            <span className="mono">{name}</span>
          </span>
        ))}
        <span className="xs dimmed">{words.iconsHint}</span>
      </BenchRow>
      <BenchRow label={words.errorPage}>
        <ButtonLink href={nowhere}>{words.toNowhere}</ButtonLink>
        <Button variant="danger" onClick={() => setBroken(true)}>
          {words.break}
        </Button>
        <span className="xs dimmed">{words.breakHint}</span>
      </BenchRow>
    </Bench>
  )
}

import { useMessages } from '#client/app/page-context.tsx'
import { colorModes, useColorMode } from '#client/theme/color-mode.ts'
import { Segmented } from '#client/ui/segmented.tsx'

/** Chooses light, dark or the mode of the system; needs script. */
export function ColorModeSwitch() {
  const { common } = useMessages()
  const [mode, choose] = useColorMode()
  return (
    <Segmented
      size="sm"
      label={common.colorMode}
      value={mode}
      onChoose={choose}
      options={colorModes.map((value) => ({ value, label: common.colorModes[value] }))}
    />
  )
}

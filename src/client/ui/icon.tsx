import { icons, type IconName } from '#client/ui/icons.ts'
import { renderIconShapes } from '#shared/icon-markup.ts'

/** Rendered once: a page shows dozens of icons, and as React elements their shapes would be most of its SVG. */
const shapes = Object.fromEntries(
  Object.entries(icons).map(([name, icon]) => [name, renderIconShapes(icon)]),
) as Record<IconName, string>

interface IconProps {
  name: IconName
  /** 14, 16 (default) or 20 px. */
  size?: 'sm' | 'md' | 'lg'
  spin?: boolean
}

/** An inline icon. Hidden from screen readers, so it must not be the only carrier of meaning. */
export function Icon({ name, size = 'md', spin = false }: IconProps) {
  const classes = ['icon', size !== 'md' && `icon--${size}`, spin && 'icon--spin'].filter(Boolean)
  return (
    <svg
      className={classes.join(' ')}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: shapes[name] }}
    />
  )
}

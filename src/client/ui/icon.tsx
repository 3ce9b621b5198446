import { createElement } from 'react'
import { icons, type IconName } from '#client/ui/icons.ts'

interface IconProps {
  name: IconName
  /** 14, 16 (default) or 20 px. */
  size?: 'sm' | 'md' | 'lg'
  spin?: boolean
}

/** An inline icon. Hidden from screen readers, so it must not be the only carrier of meaning. */
export function Icon({ name, size = 'md', spin = false }: IconProps) {
  const shapes: [string, Record<string, string | number | undefined>][] = icons[name]
  const classes = ['icon', size !== 'md' && `icon--${size}`, spin && 'icon--spin'].filter(Boolean)
  return (
    <svg className={classes.join(' ')} viewBox="0 0 24 24" aria-hidden="true">
      {shapes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}

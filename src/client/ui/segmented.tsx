import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'

interface SegmentedProps<Value extends string> {
  label: string
  /** With `href` an option is a link and works without script; otherwise choosing it calls `onChoose`. */
  options: readonly { value: Value; label: string; icon?: IconName; href?: string }[]
  value: Value
  onChoose?: (value: Value) => void
  size?: 'sm' | 'md'
}

/** A choice between two to four visible options. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChoose,
  size = 'md',
}: SegmentedProps<Value>) {
  return (
    <span className={size === 'sm' ? 'segmented segmented--sm' : 'segmented'} role="group" aria-label={label}>
      {options.map((option) => {
        const chosen = option.value === value
        const content = (
          <>
            {option.icon && <Icon name={option.icon} size={size === 'sm' ? 'sm' : 'md'} />}
            {option.label}
          </>
        )
        return option.href === undefined ? (
          <button
            key={option.value}
            type="button"
            className="segmented__item"
            aria-pressed={chosen}
            onClick={() => onChoose?.(option.value)}
          >
            {content}
          </button>
        ) : (
          <a
            key={option.value}
            className="segmented__item"
            href={option.href}
            aria-current={chosen ? 'true' : undefined}
          >
            {content}
          </a>
        )
      })}
    </span>
  )
}

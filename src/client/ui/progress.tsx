import * as Radix from 'radix-ui/progress'
import { progressMaximum } from '#shared/constants.ts'

interface ProgressProps {
  /** 0 to `max`; null while the progress is unknown. */
  value: number | null
  max?: number
  /** What is in progress, for screen readers. */
  label: string
  tone?: 'default' | 'error'
}

/** A progress bar; `data-state` is `indeterminate`, `loading` or `complete`. */
export function Progress({ value, max = progressMaximum, label, tone = 'default' }: ProgressProps) {
  const state = value === null ? 'indeterminate' : value >= max ? 'complete' : 'loading'
  return (
    <Radix.Root
      className={tone === 'error' ? 'progress progress--error' : 'progress'}
      value={value === null ? null : Math.min(Math.max(value, 0), max)}
      max={max}
      aria-label={label}
      data-state={state}
    >
      <Radix.Indicator
        className="progress__bar"
        style={value === null ? undefined : { width: `${(value / max) * 100}%` }}
      />
    </Radix.Root>
  )
}

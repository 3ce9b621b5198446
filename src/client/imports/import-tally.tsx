import { formatCount } from '#shared/count.ts'

interface TallyCount {
  name: string
  value: number
  /** The color of a count above zero. */
  tone?: 'success' | 'error' | undefined
}

/** What is in a file, or what was done with it, in numbers. */
export const ImportTally = ({ counts }: { counts: readonly TallyCount[] }) => (
  <dl className="tally">
    {counts.map(({ name, value, tone }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={tone && value > 0 ? `tally__${tone}` : undefined}>{formatCount(value)}</dd>
      </div>
    ))}
  </dl>
)

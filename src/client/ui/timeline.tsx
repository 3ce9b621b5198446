import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { Time } from '#client/ui/time.tsx'

/** A list of events, newest first. */
export const Timeline = ({ children }: { children: ReactNode }) => <ol className="timeline">{children}</ol>

interface TimelineItemProps {
  icon: IconName
  /** Epoch milliseconds. */
  at: number
  /** A user's note, shown below the sentence. */
  note?: ReactNode
  /** The sentence: who did what. */
  children: ReactNode
}

/** One event of a timeline. */
export const TimelineItem = ({ icon, at, note, children }: TimelineItemProps) => (
  <li className="timeline__item">
    <span className="timeline__mark">
      <Icon name={icon} />
    </span>
    <span>{children}</span>
    <Time at={at} />
    {note && <div className="timeline__note">{note}</div>}
  </li>
)

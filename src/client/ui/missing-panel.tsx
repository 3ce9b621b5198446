import { Empty } from '#client/ui/empty.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { ReactNode } from 'react'

interface MissingPanelProps {
  title: string
  closeHref: string
  backLabel: string
  children: ReactNode
}

/** The panel of something that does not exist, or that the user may not see. */
export const MissingPanel = ({ title, children, ...panel }: MissingPanelProps) => (
  <Panel {...panel} record="missing" title={title}>
    <Empty icon="search" title={title}>
      {children}
    </Empty>
  </Panel>
)

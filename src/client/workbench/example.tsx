import type { ReactNode } from 'react'
import { notify } from '#client/ui/notifications.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'

type Topic =
  | 'buttons'
  | 'fields'
  | 'nestedForm'
  | 'choices'
  | 'statuses'
  | 'amounts'
  | 'cards'
  | 'charts'
  | 'lists'
  | 'orderParts'
  | 'overlays'
  | 'notifications'
  | 'progress'
  | 'emptyStates'
  | 'behavior'

/** One section of the workbench: title, design rule, components. */
export function Example({ topic, children }: { topic: Topic; children: ReactNode }) {
  const [title, rule] = useWorkbenchMessages()[topic]
  return (
    <section className="example" id={topic} aria-labelledby={`${topic}-title`}>
      <header>
        <h2 id={`${topic}-title`}>{title}</h2>
        <p>{rule}</p>
      </header>
      {children}
    </section>
  )
}

/** A named row of components. */
export const ExampleRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="example__row">
    <span className="example__label">{label}</span>
    <div className="row row--wrap example__items">{children}</div>
  </div>
)

/** Click handler for the workbench's buttons: shows a notification. */
export function useNotifyPressed(): () => void {
  const workbench = useWorkbenchMessages()
  return () => notify({ kind: 'info', title: workbench.pressed })
}

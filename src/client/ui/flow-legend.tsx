import { useHomeMessages } from '#client/ui/use-home-messages.ts'

/** What the colors of a `FlowChart` mean. */
export function FlowLegend({ hasBalance = false, hasBefore = false }: { hasBalance?: boolean; hasBefore?: boolean }) {
  const home = useHomeMessages()
  return (
    <span className="legend hide-sm">
      <span className="legend__item">
        <i className="legend__key legend__key--in" />
        {home.income}
      </span>
      <span className="legend__item">
        <i className="legend__key legend__key--out" />
        {home.expense}
      </span>
      {hasBefore && (
        <span className="legend__item">
          <i className="legend__key legend__key--before" />
          {home.incomeBefore}
        </span>
      )}
      {hasBalance && (
        <span className="legend__item">
          <i className="legend__key legend__key--balance" />
          {home.balance}
        </span>
      )}
    </span>
  )
}

import { labelOf } from '#client/ui/label-of.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { Time } from '#client/ui/time.tsx'
import { monthHref } from '#client/finance/closing/closing-href.ts'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { EntryAmount } from '#client/finance/entry-amount.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { EntryView } from '#shared/finance/views.ts'
import { href } from '#shared/routes/pages.ts'

const icons: Readonly<Record<string, IconName>> = {
  customer: 'users',
  order: 'package',
  payment: 'credit-card',
  refund: 'undo-2',
  period: 'lock',
}

/** The documents linked with an entry, in chronological order. All link to the order, whose panel shows its payments and refunds; a closing entry links to its month. */
export function EntryLinks({ entry }: { entry: EntryView }) {
  const { ledger } = useLedgerMessages()
  const formatMonth = useMonthFormat()
  const types = [...Object.keys(icons), ...entry.links.map(({ type }) => type)]
  const links = [...new Set(types)].flatMap((type) => entry.links.filter((link) => link.type === type))
  const order = links.find((link) => link.type === 'order')
  const hrefOf = ({ type, number }: (typeof links)[number]): string | undefined => {
    if (type === 'customer') return href('orders', { customer: number })
    return type === 'period' ? monthHref(number) : order && href('orders', { order: order.number })
  }
  if (links.length === 0) return null
  return (
    <PanelSection title={ledger.entryPanel.linked}>
      <ol className="chain">
        {links.map((link, index) => (
          <li key={link.number} className="chain__step" aria-current={index === links.length - 1 ? 'step' : undefined}>
            <span className="chain__mark">
              <Icon name={icons[link.type] ?? 'circle'} />
            </span>
            <div>
              <p className="strong">{labelOf(ledger.entryPanel.links, link.type)}</p>
              <p className="xs num">
                <a className="link" href={hrefOf(link)}>
                  {link.type === 'period' ? formatMonth(link.number) : link.number}
                </a>
              </p>
            </div>
            {index === links.length - 1 && (
              <div className="chain__end">
                <p>
                  <EntryAmount entry={entry} />
                </p>
                <p className="xs dimmed num">
                  <Time at={entry.occurredAt} zone="book" />
                </p>
              </div>
            )}
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}

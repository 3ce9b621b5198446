import { formatAmounts } from '#client/finance/manual/format-amounts.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { formatCount } from '#shared/count.ts'
import { type ReactNode, useState } from 'react'

type Amounts = readonly { currency: string; amountMinor: number }[]

interface OpenWorkProps {
  icon: IconName
  title: string
  /** What each row amounts to. */
  amounts: readonly Amounts[]
  /** Whether the rows are shown from the start; afterwards only the user shows and hides them. */
  isOpen: boolean
  /** The rows, several `OpenWorkRow`s. */
  children: ReactNode
}

/** One kind of work that waits, on one line with its number and its sum in each currency, which opens its rows. */
export function OpenWork({ icon, title, amounts, isOpen, children }: OpenWorkProps) {
  const { common } = useLedgerMessages()
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <details className="open-work__kind" open={isOpenAtFirst}>
      <summary className="todo">
        <Icon name={icon} />
        <span className="grow">
          <span className="strong">{title}</span> <CountBadge>{formatCount(amounts.length)}</CountBadge>
        </span>
        <span className="num">{formatAmounts(sumByCurrency(amounts.flat()), common.listSeparator)}</span>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  )
}

interface OpenWorkRowProps {
  icon: IconName
  /** The kind of work, where the row is the only one of it. */
  kind: string | undefined
  title: string
  hint: string
  amounts: Amounts
  href: string
  isCurrent?: boolean
  /** What else can be done with it. */
  action?: ReactNode
}

/** A link to one thing to do; the only one of its kind takes the place of `OpenWork`. */
export function OpenWorkRow({ icon, kind, title, hint, amounts, href, isCurrent = false, action }: OpenWorkRowProps) {
  const { common } = useLedgerMessages()
  return (
    <div className={kind === undefined ? 'open-work__row' : 'open-work__row open-work__kind'}>
      <a className="todo" href={href} data-scroll="keep" aria-current={isCurrent ? 'true' : undefined}>
        <Icon name={icon} />
        <span className="open-work__text">
          <bdi className="strong">{title}</bdi>
          {kind !== undefined && <span className="open-work__name muted">{kind} </span>}
          <span className="xs dimmed">{hint}</span>
        </span>
        <span className="num">{formatAmounts(amounts, common.listSeparator)}</span>
        <Icon name="chevron-right" />
      </a>
      {action}
    </div>
  )
}

/** The sum of each currency, in the order of the first amounts; without sums out of the exact range, because nothing limits what is not posted. */
function sumByCurrency(amounts: Amounts): Amounts {
  const sums = new Map<string, number>()
  for (const { currency, amountMinor } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor)
  return [...sums].flatMap(([currency, amountMinor]) =>
    Number.isSafeInteger(amountMinor) ? { currency, amountMinor } : [],
  )
}

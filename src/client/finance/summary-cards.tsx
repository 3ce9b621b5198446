import { feesHref, figureHrefs, openLinesHref } from '#client/finance/figure-hrefs.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { Delta, Stat, Stats } from '#client/ui/stat.tsx'
import type { FigureComparison, FlowFigures } from '#shared/finance/flow-figures.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { add } from '#shared/money.ts'
import type { ReactNode } from 'react'

interface SummaryCardsProps {
  figures: FigureComparison
  currency: string
  query: FinanceQuery
}

/**
 * The period in one currency. The first cards add up (income − expense = net, and without a filter by kind opening + net = closing, with what chosen accounts transferred), and each
 * opens the rows that it is the sum of.
 */
export function SummaryCards(props: SummaryCardsProps) {
  const { figures, currency, query } = props
  const { common, finance, ledger } = useLedgerMessages()
  const { now } = figures
  const hrefs = figureHrefs(query)
  const refunds = now.refunds && <Refunds {...props} refunds={now.refunds} />
  return (
    <div className="flow-figures">
      <Stats>
        <Stat
          label={finance.income}
          icon="arrow-down-left"
          note={common.count({ exact: now.inCount })}
          value={<Money minor={now.in} currency={currency} direction="in" />}
          href={hrefs.in}
          current={query.flow === 'in'}
        >
          <Before {...props} figure="in" good="up" />
        </Stat>
        <Stat
          label={finance.expense}
          icon="arrow-up-right"
          operator="−"
          note={common.count({ exact: now.outCount })}
          value={<Money minor={now.out} currency={currency} direction="out" />}
          href={hrefs.out}
          current={query.flow === 'out'}
        >
          <Before {...props} figure="out" />
        </Stat>
        <Stat label={finance.net} operator="=" value={<Money minor={now.net} currency={currency} />} href={hrefs.net}>
          <Before {...props} figure="net" good="up" />
        </Stat>
        {now.closing !== null && now.opening !== null && (
          <Closing {...props} closing={now.closing} opening={now.opening} />
        )}
        {now.closing === null && refunds}
      </Stats>
      {now.closing !== null && (
        <Stats minor>
          {refunds}
          {now.fees && <Fees {...props} fees={now.fees} />}
          {now.unsettled !== null && (
            <Stat
              label={ledger.figures.unsettled}
              value={<Money minor={now.unsettled} currency={currency} />}
              href={hrefs.unsettled}
            >
              <Before {...props} figure="unsettled" />
            </Stat>
          )}
          {now.openLines && <OpenLines {...props} openLines={now.openLines} />}
        </Stats>
      )}
    </div>
  )
}

/** The balance at the end of the period, and what it comes from. */
function Closing({
  closing,
  opening,
  figures,
  currency,
  query,
}: SummaryCardsProps & { closing: number; opening: number }) {
  const { finance, ledger } = useLedgerMessages()
  const { transfers } = figures.now
  const hrefs = figureHrefs(query)
  return (
    <Stat label={finance.closing} value={<Money minor={closing} currency={currency} />} href={hrefs.closing}>
      <span>
        {hrefs.opening === null ? (
          finance.opening
        ) : (
          <a className="link" href={hrefs.opening}>
            {finance.opening}
          </a>
        )}{' '}
        <Money minor={opening} currency={currency} />
      </span>
      {query.kind.length === 0 && <span>+ {finance.net}</span>}
      {transfers !== 0 && (
        <span>
          {ledger.groups.transfers} <Money minor={transfers} currency={currency} sign="always" />
        </span>
      )}
    </Stat>
  )
}

function Refunds({ refunds, ...props }: SummaryCardsProps & { refunds: NonNullable<FlowFigures['refunds']> }) {
  const { common, ledger } = useLedgerMessages()
  const { figures, currency, query } = props
  return (
    <Stat
      label={ledger.figures.refunds}
      note={common.count({ exact: refunds.count })}
      value={<Money minor={refunds.minor} currency={currency} />}
      href={figureHrefs(query).refunds}
    >
      <Rate minor={refunds.minor} payments={figures.now.payments} format={ledger.figures.refundRate} />
      <Before {...props} figure="refunds" />
    </Stat>
  )
}

/** The fees, with a link for each account that was charged. */
function Fees({ fees, ...props }: SummaryCardsProps & { fees: NonNullable<FlowFigures['fees']> }) {
  const { ledger } = useLedgerMessages()
  const { figures, currency, query } = props
  const [first, ...others] = fees
  const total = add(...fees.map(({ minor }) => minor))
  return (
    <Stat
      label={ledger.figures.fees}
      value={<Money minor={total} currency={currency} />}
      {...(first && others.length === 0 && { href: feesHref(query, first) })}
    >
      <Rate minor={total} payments={figures.now.payments} format={ledger.figures.feeRate} />
      <Before {...props} figure="fees" />
      {others.length > 0 && (
        <OfAccounts count={fees.length}>
          {fees.map((fee) => (
            <a key={fee.account.code} className="link" href={feesHref(query, fee)}>
              {ledger.accountShort(fee.account)} <Money minor={fee.minor} currency={currency} />
            </a>
          ))}
        </OfAccounts>
      )}
    </Stat>
  )
}

/** The lines of statements that wait for someone, with a link for each account that has any. */
function OpenLines({
  figures,
  query,
  openLines,
}: SummaryCardsProps & { openLines: NonNullable<FlowFigures['openLines']> }) {
  const { common, ledger } = useLedgerMessages()
  const [first, ...others] = openLines
  const count = (lines: readonly { count: number }[]): string =>
    common.count({ exact: add(...lines.map((each) => each.count)) })
  return (
    <Stat
      label={ledger.figures.exceptions}
      value={count(openLines)}
      {...(first && others.length === 0 && { href: openLinesHref(query, first) })}
    >
      {figures.before?.figures.openLines && (
        <span>{ledger.figures.before(count(figures.before.figures.openLines))}</span>
      )}
      {others.length > 0 && (
        <OfAccounts count={openLines.length}>
          {openLines.map((each) => (
            <a key={each.account.code} className="link" href={openLinesHref(query, each)}>
              {ledger.accountShort(each.account)} · {count([each])}
            </a>
          ))}
        </OfAccounts>
      )}
    </Stat>
  )
}

/** A figure that no single page lists, account by account. */
function OfAccounts({ count, children }: { count: number; children: ReactNode }) {
  const { ledger } = useLedgerMessages()
  return (
    <details className="of-accounts">
      <summary>{ledger.figures.ofAccounts(count)}</summary>
      <span className="of-accounts__list">{children}</span>
    </details>
  )
}

interface RateProps {
  minor: number
  payments: number | null
  format: (percent: string) => string
}

/** A figure as a share of the payments received; nothing for one too small to be written as one. */
function Rate({ minor, payments, format }: RateProps) {
  const { common } = useLedgerMessages()
  if (payments === null || payments <= 0 || minor === 0) return null
  const percent = Math.round((minor / payments) * 10_000) / 100
  return percent === 0 ? null : <span>{format(common.percent(percent))}</span>
}

type ComparedFigure = 'in' | 'out' | 'net' | 'refunds' | 'fees' | 'unsettled'

/** How much a figure differs from that of the period before, which opens the same figure there. */
function Before({ figure, good, figures, query }: SummaryCardsProps & { figure: ComparedFigure; good?: 'up' }) {
  const { ledger } = useLedgerMessages()
  const formatDays = useDayRangeFormat()
  const { now, before } = figures
  if (!before || (valueOf(now, figure) === 0 && valueOf(before.figures, figure) === 0)) return null
  const { days } = before
  const queryBefore = { ...query, ...days }
  const [fee, ...otherFees] = before.figures.fees ?? []
  const hrefBefore =
    figure !== 'fees'
      ? figureHrefs(queryBefore)[figure]
      : fee && otherFees.length === 0
        ? feesHref(queryBefore, fee)
        : undefined
  const label = ledger.groups.before(formatDays(days))
  return (
    <span className="stat__before">
      <Delta now={valueOf(now, figure)} before={valueOf(before.figures, figure)} {...(good && { good })} />{' '}
      {hrefBefore === undefined ? (
        label
      ) : (
        <a className="link" href={hrefBefore}>
          {label}
        </a>
      )}
    </span>
  )
}

const valueOf = ({ refunds, fees, ...figures }: FlowFigures, figure: ComparedFigure): number => {
  if (figure === 'refunds') return refunds?.minor ?? 0
  return figure === 'fees' ? add(...(fees ?? []).map(({ minor }) => minor)) : (figures[figure] ?? 0)
}

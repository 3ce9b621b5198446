import { usePageContext } from '#client/app/page-context.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge, CountBadge, Tag } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DescriptionList, PanelItem } from '#client/ui/description-list.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Delta, Stat, Stats } from '#client/ui/stat.tsx'
import { Status } from '#client/ui/status.tsx'
import { Time } from '#client/ui/time.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import { Example, ExampleRow } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { formatMoney } from '#shared/money.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import { userStatuses } from '#shared/staff/user-status.ts'

/** Every status, as text and as a pill. */
export function Statuses() {
  const { words } = useWorkbenchMessages()
  return (
    <Example topic="statuses">
      <ExampleRow label={words.order}>
        {orderStatuses.map((value) => (
          <Status key={value} kind="order" value={value} />
        ))}
      </ExampleRow>
      <ExampleRow label={words.payment}>
        {paymentStatuses.map((value) => (
          <Status key={value} kind="payment" value={value} />
        ))}
      </ExampleRow>
      <ExampleRow label={words.fulfillment}>
        {fulfillmentStatuses.map((value) => (
          <Status key={value} kind="fulfillment" value={value} />
        ))}
      </ExampleRow>
      <ExampleRow label={words.user}>
        {userStatuses.map((value) => (
          <Status key={value} kind="user" value={value} />
        ))}
      </ExampleRow>
      <ExampleRow label={words.pills}>
        <Status badge kind="order" value="open" />
        <Status badge kind="payment" value="paid" />
        <Status badge kind="fulfillment" value="partially_fulfilled" />
        <Status badge kind="order" value="on_hold" />
        <Badge tone="error" icon="circle-alert">
          {words.error}
        </Badge>
        <Badge>{words.user}</Badge>
        <Tag>AUTUMN10</Tag>
        <CountBadge>38</CountBadge>
        <CountBadge alert>4</CountBadge>
      </ExampleRow>
      <ExampleRow label={words.people}>
        <Avatar name="Anna Shen" isCurrentUser />
        <Avatar name="Zhou Min" />
        <Avatar name="王一帆" />
        <Avatar name="Li Wei" size="lg" />
        <Kbd>⌘</Kbd>
        <Kbd>K</Kbd>
        <Kbd>F8</Kbd>
      </ExampleRow>
    </Example>
  )
}

const palettes = [
  ['greenIn', 'green-in'],
  ['redIn', 'red-in'],
  ['plain', 'plain'],
] as const

/** Amounts with each color setting, and times in each style. */
export function Amounts() {
  const { words } = useWorkbenchMessages()
  const { now } = usePageContext()
  return (
    <Example topic="amounts">
      <div className="example__grid">
        {palettes.map(([name, setting]) => (
          <div key={name} data-money={setting}>
            <Card title={words[name]}>
              <dl className="totals">
                <dt>{words.payment}</dt>
                <dd>
                  <Money minor={109680} currency="CNY" sign="always" direction="in" />
                </dd>
                <dt>{words.fee}</dt>
                <dd>
                  <Money minor={-658} currency="CNY" direction="out" />
                </dd>
                <dt>{words.void}</dt>
                <dd>
                  <Money minor={-21240} currency="CNY" void />
                </dd>
                <dt>USD</dt>
                <dd>
                  <Money minor={8600} currency="USD" sign="always" direction="in" />
                </dd>
                <dt>JPY, KWD</dt>
                <dd>
                  <Money minor={8600} currency="JPY" /> <Money minor={8600} currency="KWD" />
                </dd>
                <dt className="sum">{words.net}</dt>
                <dd className="sum">
                  <Money minor={109022} currency="CNY" />
                </dd>
              </dl>
            </Card>
          </div>
        ))}
      </div>
      <ExampleRow label={words.times}>
        <Time at={now} />
        <Time at={now - 30 * 86_400_000} />
        <Time at={now - 400 * 86_400_000} />
        <Time at={now} style="date" />
        <Time at={now} style="full" />
      </ExampleRow>
    </Example>
  )
}

/** Figures, a timeline, panel items, a description list. */
export function Stories() {
  const { words } = useWorkbenchMessages()
  const { now } = usePageContext()
  return (
    <Example topic="cards">
      <Stats>
        <Stat
          label={words.income}
          icon="arrow-down-left"
          href="#cards"
          value={<Money minor={116026354} currency="CNY" />}
          note="1,713"
        >
          <Delta now={116026354} before={107035382} good="up" />
          <span>{words.was(formatMoney(107035382, 'CNY'))}</span>
        </Stat>
        <Stat label={words.expense} icon="arrow-up-right" operator="−" value={<Money minor={1843260} currency="CNY" />}>
          <Delta now={1843260} before={1823200} />
          <span>{words.was(formatMoney(1823200, 'CNY'))}</span>
        </Stat>
        <Stat label={words.net} operator="=" value="604">
          <Delta now={604} before={621} good="up" />
          <span>{words.was('621')}</span>
        </Stat>
        <Stat label={words.closing} value={<Skeleton width={140} height={20} />}>
          <Skeleton width={90} />
        </Stat>
      </Stats>
      <div className="example__grid example__grid--2">
        <Timeline>
          <TimelineItem icon="truck" at={now - 600_000}>
            <b>Zhou Min</b> {words.shippedOrder} <b className="num">SO260925-00058</b>
          </TimelineItem>
          <TimelineItem icon="message-square" at={now - 4_000_000} note={words.noteExample}>
            <b>Zhou Min</b> {words.wroteNote}
          </TimelineItem>
        </Timeline>
        <div>
          <PanelItem
            icon="smartphone"
            title="WeChat Pay"
            meta="PY260923-00057"
            end={<Money minor={109680} currency="CNY" sign="always" direction="in" />}
          />
          <PanelItem icon="undo-2" attention title={words.refundPending} meta="RF260925-00007" />
          <div className="example__list">
            <DescriptionList
              items={[
                [words.customer, '陈嘉怡 Chen Jiayi'],
                [
                  words.number,
                  <>
                    <span className="num">SO260923-00042</span>{' '}
                    <CopyButton text="SO260923-00042" label={words.number} />
                  </>,
                ],
              ]}
            />
          </div>
        </div>
      </div>
    </Example>
  )
}

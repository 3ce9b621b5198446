import { useEffect, useState } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty, MissingPermission } from '#client/ui/empty.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Money } from '#client/ui/money.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { Example, ExampleRow, useNotifyPressed } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'

/** A menu, a tooltip, a dialog. */
export function Overlays() {
  const { words } = useWorkbenchMessages()
  const pressed = useNotifyPressed()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <Example topic="overlays">
      <div className="row row--wrap example__items">
        <Menu
          label={words.more}
          entries={[
            { heading: 'SO260923-00042' },
            { label: words.ship, icon: 'truck', shortcut: 'S', onSelect: pressed },
            { label: words.print, icon: 'printer', onSelect: () => window.print() },
            'rule',
            { label: words.cancel, icon: 'circle-x', disabledReason: words.cancelImpossible },
            { label: words.discard, icon: 'trash-2', danger: true, onSelect: pressed },
          ]}
        >
          {words.more}
        </Menu>
        <Tooltip label={words.ship} shortcut="S">
          <Button onClick={pressed}>{words.tooltip}</Button>
        </Tooltip>
        <Button onClick={() => setOpen(true)}>{words.openDialog}</Button>
      </div>
      <Dialog
        open={open}
        onClose={close}
        size="sm"
        title={words.dialogTitle}
        description={words.dialogText}
        footer={
          <>
            <Button data-autofocus onClick={close}>
              {words.keep}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                close()
                pressed()
              }}
            >
              {words.refund}
            </Button>
          </>
        }
      >
        <dl className="totals">
          <dt>{words.paid}</dt>
          <dd>
            <Money minor={109680} currency="CNY" />
          </dd>
          <dt>{words.thisRefund}</dt>
          <dd>
            <Money minor={-21240} currency="CNY" />
          </dd>
          <dt className="sum">{words.staysPaid}</dt>
          <dd className="sum">
            <Money minor={88440} currency="CNY" />
          </dd>
        </dl>
      </Dialog>
    </Example>
  )
}

/** Buttons that show notifications, and the banners. */
export function Notices() {
  const { words } = useWorkbenchMessages()
  const undo = { label: words.undo, run: () => notify({ title: words.undone }) }
  return (
    <Example topic="notifications">
      <div className="row row--wrap example__items">
        <Button onClick={() => notify({ title: words.shipped, description: words.sent, action: undo })}>
          {words.success}
        </Button>
        <Button onClick={() => notify({ kind: 'error', title: words.failed, description: words.didNotLoadText })}>
          {words.error}
        </Button>
        <Button onClick={() => notify({ kind: 'info', title: words.changed })}>{words.info}</Button>
        <Button onClick={() => notify({ kind: 'warning', title: words.bannerWarning })}>{words.warning}</Button>
        <Button
          onClick={() => {
            for (let count = 1; count <= 6; count += 1)
              notify({ title: words.shipped, description: `SO260925-0006${count}` })
          }}
        >
          {words.sixAtOnce}
        </Button>
      </div>
      <div className="example__stack">
        <Banner
          action={
            <a className="link" href="#lists">
              {words.all}
            </a>
          }
        >
          {words.bannerInfo}
        </Banner>
        <Banner kind="success">{words.sent}</Banner>
        <Banner kind="warning">{words.bannerWarning}</Banner>
        <Banner kind="error">{words.bannerError}</Banner>
      </div>
    </Example>
  )
}

/** Progress bars and skeletons. */
export function Waiting() {
  const { common } = useMessages()
  const workbench = useWorkbenchMessages()
  const { words } = workbench
  const [value, setValue] = useState<number | null>(63)
  const isRunning = value !== null && value < 100 && value !== 63
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setValue(Math.min(value + 4, 100)), 120)
    return () => clearTimeout(timer)
  }, [isRunning, value])
  return (
    <Example topic="progress">
      <div className="example__grid">
        <div className="example__bar">
          <p className="row row--between xs muted">
            <span>{words.loading}</span>
            <span className="num">{common.percent(value ?? 0)}</span>
          </p>
          <Progress value={value} label={words.loading} />
        </div>
        <div className="example__bar">
          <p className="xs muted">{words.indeterminate}</p>
          <Progress value={null} label={words.indeterminate} />
        </div>
        <div className="example__bar">
          <p className="xs muted">{words.complete}</p>
          <Progress value={100} label={words.complete} />
        </div>
      </div>
      <ExampleRow label={words.run}>
        <Button size="sm" onClick={() => setValue(0)}>
          {words.run}
        </Button>
        <Skeleton width={180} />
        <Skeleton width={320} />
      </ExampleRow>
    </Example>
  )
}

/** Empty states. */
export function Empties() {
  const { common } = useMessages()
  const workbench = useWorkbenchMessages()
  const { words } = workbench
  const pressed = useNotifyPressed()
  return (
    <Example topic="emptyStates">
      <div className="example__grid example__grid--2">
        <Card flush>
          <Empty
            icon="inbox"
            title={common.noData}
            actions={
              <Button variant="primary" icon="upload" onClick={pressed}>
                {words.run}
              </Button>
            }
          >
            {words.nothingYet}
          </Empty>
        </Card>
        <Card flush>
          <Empty
            icon="search"
            title={common.noMatchingData}
            actions={<Button onClick={pressed}>{common.clear}</Button>}
          >
            {words.noMatch}
          </Empty>
        </Card>
        <Card flush>
          <MissingPermission permission="finance.view" title={words.noPermission} />
        </Card>
        <Card flush>
          <Empty
            icon="circle-alert"
            title={words.didNotLoad}
            actions={
              <Button icon="refresh-cw" onClick={pressed}>
                {common.tryAgain}
              </Button>
            }
          >
            {words.didNotLoadText}
          </Empty>
        </Card>
      </div>
    </Example>
  )
}

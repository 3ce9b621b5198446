import { useEffect } from 'react'
import { revalidate } from '#client/navigation/router.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { progressMaximum } from '#shared/constants.ts'
import type { Verification, VerificationProgress } from '#shared/self-check/verification-views.ts'
import { href } from '#shared/routes/pages.ts'

/** The result of the self-check: each invariant of the books, the number of rows examined, and the rows that violate it. */
export function SelfCheck({ verification: { at, checks, unsealedEvents } }: { verification: Verification }) {
  const { common } = useMessages()
  const { checks: words, selfCheck } = useWorkbenchMessages()
  const failed = checks.filter(({ passed }) => !passed).length
  return (
    <div className="self-check">
      {failed === 0 ? (
        <Banner kind="success" action={<CheckAgain />}>
          <b>{selfCheck.allHold(checks.length)}</b> · {selfCheck.checkedAt} <Time at={at} style="full" />
        </Banner>
      ) : (
        <Banner kind="error" action={<CheckAgain />}>
          <b>{selfCheck.someFail(failed)}</b>
          {common.sentenceGap}
          {selfCheck.failText}
        </Banner>
      )}
      <p className="sm muted">{words.unsealed(unsealedEvents)}</p>
      <Checks checks={checks} />
    </div>
  )
}

/** The self-check while it runs. It asks for the next state as long as it is shown; without it the server stops checking. */
export function SelfCheckProgress({ progress }: { progress: VerificationProgress }) {
  const { selfCheck } = useWorkbenchMessages()
  useEffect(() => {
    // The server answers when it is done, or after some seconds.
    const timer = setTimeout(() => void revalidate(), 100)
    return () => clearTimeout(timer)
  }, [progress])
  return (
    <div className="self-check">
      <Banner
        action={
          <noscript>
            <a href={href('test', { tab: 'self-check' })}>{selfCheck.refresh}</a>
          </noscript>
        }
      >
        <b>{selfCheck.running(Math.floor(progress.share * 100))}</b>
      </Banner>
      <Progress value={progress.share * progressMaximum} label={selfCheck.runningLabel} />
      <Checks checks={progress.checks} />
    </div>
  )
}

function Checks({ checks }: Pick<Verification, 'checks'>) {
  const { common } = useMessages()
  const workbench = useWorkbenchMessages()
  const { checks: words, selfCheck } = workbench
  return (
    <div className="card">
      <Table label={workbench.tabs.selfCheck} inset>
        <thead>
          <tr>
            <th scope="col" className="table__fill">
              {selfCheck.check}
            </th>
            <th scope="col" className="num hide-sm">
              {selfCheck.examined}
            </th>
            <th scope="col">{selfCheck.result}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ id, passed, examined, violations }) => (
            <tr key={id}>
              <td className="self-check__what">
                <span>{words.byId[id]}</span>
                {violations.length > 0 && (
                  <span className="self-check__rows">
                    {selfCheck.offenders(violations.length)}
                    <span className="mono">{violations.join(common.listSeparator)}</span>
                  </span>
                )}
              </td>
              <td className="num muted hide-sm">{words.rows(examined)}</td>
              <td>
                <Badge tone={passed ? 'success' : 'error'} icon={passed ? 'circle-check' : 'circle-x'}>
                  {passed ? selfCheck.holds : selfCheck.fails}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function CheckAgain() {
  const { selfCheck } = useWorkbenchMessages()
  return (
    <Button size="sm" icon="refresh-cw" className="needs-script" onClick={() => void revalidate()}>
      {selfCheck.again}
    </Button>
  )
}

import type { PageProps } from '#client/pages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Page, PageBody, PageHead } from '#client/app/shell.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { Backups } from '#client/workbench/backups.tsx'
import { Behavior } from '#client/workbench/behavior.tsx'
import { Buttons, Choices, Fields } from '#client/workbench/controls.tsx'
import { Charts } from '#client/workbench/charts.tsx'
import { Amounts, Statuses, Stories } from '#client/workbench/data-display.tsx'
import { Lists } from '#client/workbench/lists.tsx'
import { Empties, Notices, Overlays, Waiting } from '#client/workbench/feedback.tsx'
import { OrderParts } from '#client/workbench/order-parts.tsx'
import { NestedForm } from '#client/workbench/nested-form.tsx'
import { SelfCheck, SelfCheckProgress } from '#client/workbench/self-check.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { href } from '#shared/routes/pages.ts'

/** The workbench: every component live in all its states, and the self-check of the installation. */
export default function TestPage({ data, form }: PageProps<'test'>) {
  const { tab, verification, progress, canViewBackups, backups } = data
  const { common } = useMessages()
  const workbench = useWorkbenchMessages()
  const passedCount = verification?.checks.filter(({ passed }) => passed).length ?? 0
  return (
    <Page>
      <PageHead title={common.pages.test} note={workbench.note} />
      <Tabs label={common.pages.test}>
        <Tab href={href('test')} current={tab === 'components'}>
          {workbench.tabs.components}
        </Tab>
        <Tab
          href={href('test', { tab: 'self-check' })}
          current={tab === 'self-check'}
          count={verification ? workbench.selfCheck.summary(passedCount, verification.checks.length) : undefined}
        >
          {workbench.tabs.selfCheck}
        </Tab>
        <Tab href={href('test', { tab: 'backups' })} current={tab === 'backups'}>
          {workbench.tabs.backups}
        </Tab>
      </Tabs>
      <PageBody narrow>
        {tab === 'components' ? (
          <Components form={form} />
        ) : tab === 'backups' ? (
          canViewBackups ? (
            <Backups status={backups} />
          ) : (
            <MissingPermission permission="backups.view" title={workbench.backups.missingPermission} />
          )
        ) : verification ? (
          <SelfCheck verification={verification} />
        ) : progress ? (
          <SelfCheckProgress progress={progress} />
        ) : (
          <MissingPermission permission="books.verify" title={workbench.selfCheck.missingPermission} />
        )}
      </PageBody>
    </Page>
  )
}

const Components = ({ form }: { form: PageProps<'test'>['form'] }) => (
  <>
    <Buttons />
    <Fields />
    <NestedForm outcome={form} />
    <Choices />
    <Statuses />
    <Amounts />
    <Stories />
    <Charts />
    <Lists />
    <OrderParts />
    <Overlays />
    <Notices />
    <Waiting />
    <Empties />
    <Behavior />
  </>
)

import { usePermission, useSession } from '#client/app/page-context.tsx'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import { EntryAttachments } from '#client/finance/manual/entry-attachments.tsx'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface LineFollowUpProps {
  query: FinanceQuery
  line: OpenedLine
  attachments: readonly EntryAttachment[]
  form: FormOutcome | null
}

/** Who looks after a line and until when, what it waits for, its files, and what was done with it. */
export function LineFollowUp({ query, line, attachments, form }: LineFollowUpProps) {
  const { followUp: words } = useMatchingMessages().matching
  const canReconcile = usePermission('finance.reconcile')
  const formatDays = useDayRangeFormat()
  const { owner, waitUntil, waitReason, dueOn } = line.followUp
  return (
    <>
      <PanelSection title={words.title}>
        <DescriptionList
          items={[
            [words.owner, owner?.name ?? <span className="dimmed">{words.noOwner}</span>],
            [
              words.waits,
              line.state === 'waiting' && waitUntil !== null
                ? words.waitsFor(formatDays({ from: waitUntil, to: waitUntil }), waitReason)
                : null,
            ],
            [words.due, dueOn === null ? null : formatDays({ from: dueOn, to: dueOn })],
          ]}
        />
        {canReconcile && (
          <>
            <FollowUpActions query={query} line={line} form={form} />
            <Form
              endpoint="commentLine"
              hiddenValues={{ line: line.id }}
              outcome={form}
              className="match-form"
              onAnswer={() => {
                notify({ kind: 'success', title: words.commented })
                void revalidate()
              }}
            >
              <TextField name="text" label={words.comment} maxLength={500} autoComplete="off" />
              <SubmitButton size="sm" icon="message-square">
                {words.addComment}
              </SubmitButton>
            </Form>
          </>
        )}
      </PanelSection>
      <EntryAttachments owner={{ line: line.id }} attachments={attachments} canAttach={canReconcile} form={form} />
      {line.history.length > 0 && (
        <PanelSection title={words.history}>
          <Timeline>
            {line.history.map((event) => (
              <TimelineItem key={event.id} icon={icons[event.action] ?? 'link'} at={event.at}>
                <EventSentence event={event} omitObject={event.objectType === 'statement_line'} />
              </TimelineItem>
            ))}
          </Timeline>
        </PanelSection>
      )}
    </>
  )
}

const icons: Partial<Record<EventAction, IconName>> = {
  'line.assigned': 'user-check',
  'line.unassigned': 'user',
  'line.deferred': 'clock',
  'line.resumed': 'rotate-ccw',
  'line.commented': 'message-square',
  'line.provider_asked': 'refresh-cw',
  'line.due_changed': 'calendar',
  'line.file_attached': 'paperclip',
  'match.undone': 'undo-2',
  'match.ignored': 'ban',
}

function FollowUpActions({ query, line, form }: Omit<LineFollowUpProps, 'attachments'>) {
  const { followUp: words } = useMatchingMessages().matching
  const { user } = useSession()
  const hiddenValues = { line: line.id }
  const open = (action: 'assign' | 'wait' | 'due'): string => financeHref(query, { action })
  return (
    <div className="matching__actions">
      {user && line.followUp.owner?.id !== user.id && (
        <Form
          endpoint="assignLine"
          hiddenValues={{ ...hiddenValues, ownerId: user.id }}
          outcome={form}
          onAnswer={() => {
            notify({ kind: 'success', title: words.assigned })
            void revalidate()
          }}
        >
          <SubmitButton size="sm" icon="user-check">
            {words.take}
          </SubmitButton>
        </Form>
      )}
      <ButtonLink size="sm" icon="user-plus" href={open('assign')} data-scroll="keep">
        {words.assign}
      </ButtonLink>
      {(line.state === 'open' || line.state === 'waiting') && (
        <ButtonLink size="sm" icon="calendar" href={open('due')} data-scroll="keep">
          {words.setDue}
        </ButtonLink>
      )}
      {line.state === 'open' && (
        <ButtonLink size="sm" icon="clock" href={open('wait')} data-scroll="keep">
          {words.wait}
        </ButtonLink>
      )}
      {line.state === 'waiting' && (
        <Form
          endpoint="resumeLine"
          hiddenValues={hiddenValues}
          outcome={form}
          onAnswer={() => {
            notify({ kind: 'success', title: words.resumed })
            void revalidate()
          }}
        >
          <SubmitButton size="sm" icon="rotate-ccw">
            {words.resume}
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}

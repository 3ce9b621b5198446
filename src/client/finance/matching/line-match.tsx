import { usePermission } from '#client/app/page-context.tsx'
import { PostButtons } from '#client/finance/manual/post-buttons.tsx'
import { Postings } from '#client/finance/matching/postings.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection, PanelSubtitle } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { documentPermissions, type MatchRule, matchRules } from '#shared/finance/matching/rules.ts'
import type { MatchView } from '#shared/finance/matching/views.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface LineMatchProps {
  query: FinanceQuery
  match: MatchView
  /** The request that its undoing waits for. */
  request: string | null
  currency: string
  canPost: boolean
  approval: PostingApproval
  form: FormOutcome | null
}

/** What a line was matched with, by which rule or person, and undoes it. */
export function LineMatch({ query, match, request, currency, canPost, approval, form }: LineMatchProps) {
  const { matching } = useMatchingMessages()
  const formatTime = useTimeFormat()
  const time = formatTime(match.matchedAt)
  const rule = match.rule in matchRules ? matching.rules[match.rule as MatchRule] : match.rule
  const by = {
    auto: matching.matchedBy.auto(rule, time),
    confirmed: matching.matchedBy.confirmed(rule, match.matchedBy, time),
    manual: matching.matchedBy.manual(match.matchedBy, time),
    ignored: matching.matchedBy.ignored(match.matchedBy, time),
  }[match.method]
  return (
    <PanelSection title={matching.states[match.method === 'ignored' ? 'ignored' : 'matched']}>
      <p className="sm muted">{[by, match.reason].filter((text) => text !== '').join(': ')}</p>
      {match.postings.length > 0 && <Postings postings={match.postings} currency={currency} query={query} />}
      {match.paidOut.length > 0 && (
        <>
          <PanelSubtitle>{matching.paidOut(match.paidOut.length)}</PanelSubtitle>
          <Postings postings={match.paidOut} currency={currency} query={query} />
        </>
      )}
      {request === null && <Undo match={match} canPost={canPost} approval={approval} form={form} />}
    </PanelSection>
  )
}

function Undo({ match, canPost, approval, form }: Pick<LineMatchProps, 'match' | 'canPost' | 'approval' | 'form'>) {
  const { ledger, matching } = useMatchingMessages()
  const canReconcile = usePermission('finance.reconcile')
  const canSettle = usePermission(documentPermissions.settlement)
  if (match.rule === 'settlement' && !canSettle) return null
  if (!(match.isPosted ? canPost : canReconcile)) return null
  const props = { hiddenValues: { match: match.id }, outcome: form }
  const onDone = (title: string): void => {
    notify({ kind: 'success', title })
    void revalidate()
  }
  const button = { size: 'sm', icon: 'undo-2' } as const
  return match.isPosted ? (
    <Form
      {...props}
      endpoint="undoPostedMatch"
      onAnswer={(answer) => onDone('request' in answer ? ledger.requests.requested : matching.undone)}
    >
      <div className="row">
        <PostButtons {...button} variant="default" label={matching.undoPosted} approval={approval} />
      </div>
    </Form>
  ) : (
    <Form {...props} endpoint="undoMatch" onAnswer={() => onDone(matching.undone)}>
      <SubmitButton {...button}>{matching.undo}</SubmitButton>
    </Form>
  )
}

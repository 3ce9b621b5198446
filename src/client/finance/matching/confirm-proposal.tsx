import { shortcutKeys } from '#client/app/keys.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { PostButtons } from '#client/finance/manual/post-buttons.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { documentPermissionOf } from '#shared/finance/matching/rules.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface ConfirmProposalProps {
  line: OpenedLine
  canPost: boolean
  approval: PostingApproval
  form: FormOutcome | null
  /** Also called with the lines that are matched together with the line. */
  onDone: (message: string, together: string[]) => void
}

/** Confirms the proposal of a line, or asks someone else to approve what it posts, by a click or a key. */
export function ConfirmProposal({ line, canPost, approval, form, onDone }: ConfirmProposalProps) {
  const { ledger, matching } = useMatchingMessages()
  const canReconcile = usePermission('finance.reconcile')
  const { proposal } = line
  const canChangeDocument = usePermission(documentPermissionOf(proposal?.rule ?? '') ?? 'finance.view')
  if (!proposal || !canChangeDocument) return null
  const posts = proposal.entry !== null && proposal.entry.kind !== 'fee.provider'
  if (!(posts ? canPost : canReconcile)) return null
  const together = proposal.otherLines.map(({ id }) => id)
  const hiddenValues = { line: line.id, proposal: proposal.fingerprint }
  const props = { hiddenValues, outcome: form, onProblem: () => void revalidate() }
  const button = { 'icon': 'check', 'aria-keyshortcuts': shortcutKeys.reconciliation.confirm } as const
  return posts ? (
    <Form
      {...props}
      endpoint="postMatch"
      onAnswer={(answer) => onDone('request' in answer ? ledger.requests.requested : matching.confirmed, together)}
    >
      <div className="row">
        <PostButtons {...button} label={matching.confirmAndPost} approval={approval} />
      </div>
    </Form>
  ) : (
    <Form {...props} endpoint="matchLine" onAnswer={() => onDone(matching.confirmed, together)}>
      <SubmitButton {...button} variant="primary">
        {matching.confirm}
      </SubmitButton>
    </Form>
  )
}

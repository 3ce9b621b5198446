import { usePermission } from '#client/app/page-context.tsx'
import { closedHref } from '#client/finance/finance-url.ts'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { FormDialog } from '#client/finance/form-dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { WorkListView } from '#shared/finance/matching/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface LineDialogProps {
  query: FinanceQuery
  workList: WorkListView
  form: FormOutcome | null
}

/** The dialog of the open line that `?action=` opens: it assigns the line, postpones it, or sets its due date. */
export function LineDialogs({ query, workList: { line, owners }, form }: LineDialogProps) {
  const { followUp: words, reason } = useMatchingMessages().matching
  const canReconcile = usePermission('finance.reconcile')
  if (!canReconcile || !line || 'missing' in line) return null
  const props = { closeHref: closedHref(query), hiddenValues: { line: line.id }, form }
  if (query.action === 'assign')
    return (
      <FormDialog
        {...props}
        endpoint="assignLine"
        title={words.assignTitle}
        text={words.assignText}
        submit={words.assignSubmit}
        done={words.assigned}
      >
        <SelectField
          name="ownerId"
          label={words.owner}
          required={false}
          defaultValue={line.followUp.owner?.id ?? ''}
          options={[{ value: '', label: words.noOwner }, ...owners.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </FormDialog>
    )
  if (query.action === 'wait' && line.state === 'open')
    return (
      <FormDialog
        {...props}
        endpoint="deferLine"
        title={words.waitTitle}
        text={words.waitText}
        submit={words.waitSubmit}
        done={words.waiting}
      >
        <TextField name="until" type="date" label={words.until} autoFocus />
        <TextField name="reason" label={reason} maxLength={200} autoComplete="off" />
      </FormDialog>
    )
  if (query.action === 'due')
    return (
      <FormDialog
        {...props}
        endpoint="setLineDueDate"
        title={words.dueTitle}
        text={words.dueText}
        submit={words.dueSubmit}
        done={words.dueSet}
      >
        <TextField
          name="due"
          type="date"
          label={words.due}
          defaultValue={line.followUp.dueOn ?? ''}
          autoFocus
          optional
        />
      </FormDialog>
    )
  return null
}

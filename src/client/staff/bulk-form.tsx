import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useCurrentRole, useMessages, useRoleName } from '#client/app/page-context.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { roleHasPermission } from '#shared/permissions.ts'
import { bulkActions, userActionPermissions } from '#shared/staff/user-actions.ts'
import type { BulkResult, UserRow } from '#shared/staff/views.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The checkboxes of the rows belong to this form. */
export const bulkFormId = 'selected-users'

interface SelectionFormProps {
  endpoint: 'changeUsers' | 'endSessions'
  form: FormOutcome | null
  words: BulkWords
  /** Further fields of the form besides the selected rows, and its button. */
  children: ReactNode
}

/** One action on the rows that are selected; it appears with the first one, by `:has()` in the stylesheet. Afterwards shows which rows were rejected and why. */
export function SelectionForm({ endpoint, form, words, children }: SelectionFormProps) {
  const returned = form?.endpoint === endpoint ? (form.result as BulkResult | null) : null
  const [result, setResult] = useState(returned)
  return (
    <>
      {result && <BulkOutcome result={result} words={words} />}
      <Form
        id={bulkFormId}
        endpoint={endpoint}
        outcome={form}
        className="bulk"
        onAnswer={(answer) => {
          setResult(answer)
          const doneCount = answer.results.filter(({ problem }) => problem === null).length
          if (doneCount > 0) notify({ title: words.done(doneCount), kind: 'success' })
          document.querySelector<HTMLFormElement>(`#${bulkFormId}`)?.reset()
          void revalidate()
        }}
      >
        {children}
      </Form>
    </>
  )
}

interface BulkFormProps {
  /** The roles that the user can give. */
  grantable: readonly string[]
  /** The accounts of the list. */
  accounts: readonly Pick<UserRow, 'id' | 'name'>[]
  form: FormOutcome | null
}

/** One action on the accounts that are selected in the list, after a confirmation that names them. */
export function BulkForm({ grantable, accounts, form }: BulkFormProps) {
  const { staff, staffFilters } = useStaffMessages()
  const words = staff.bulk
  const roleName = useRoleName()
  const role = useCurrentRole()
  const actions = bulkActions.filter((action) => roleHasPermission(role, userActionPermissions[action]))
  if (actions.length === 0) return null
  return (
    <SelectionForm endpoint="changeUsers" form={form} words={words}>
      <SelectField
        name="action"
        label={words.action}
        defaultValue={actions.includes('suspend') ? 'suspend' : actions[0]}
        options={actions.map((action) => ({ value: action, label: words.actions[action] }))}
      />
      <div className="bulk__role">
        <SelectField
          name="role"
          label={staffFilters.role}
          defaultValue={grantable.at(-1)}
          options={grantable.toReversed().map((id) => ({ value: id, label: roleName(id) }))}
        />
      </div>
      <Confirmation accounts={accounts} />
    </SelectionForm>
  )
}

/** In a `details` element, so that it works without script, which then cannot say who is selected. */
function Confirmation({ accounts }: Pick<BulkFormProps, 'accounts'>) {
  const { common } = useMessages()
  const words = useStaffMessages().staff.bulk
  const details = useRef<HTMLDetailsElement>(null)
  const [selected, setSelected] = useState<readonly string[]>([])
  useEffect(() => {
    const update = (): void => {
      const boxes = document.querySelectorAll<HTMLInputElement>(`input[name=users][form=${bulkFormId}]:checked`)
      setSelected([...boxes].map(({ value }) => value))
      if (boxes.length === 0 && details.current) details.current.open = false
    }
    const updateAfterReset = (): void => queueMicrotask(update)
    document.addEventListener('change', update)
    document.addEventListener('reset', updateAfterReset)
    return () => {
      document.removeEventListener('change', update)
      document.removeEventListener('reset', updateAfterReset)
    }
  }, [])
  const names = accounts.filter(({ id }) => selected.includes(id)).map(({ name }) => name)
  return (
    <details ref={details} className="bulk__confirmation">
      <summary className="btn">{words.submit}</summary>
      <p className="sm" role="status">
        {names.length === 0 ? words.confirmText : words.confirmNames(common.list(names))}
      </p>
      <SubmitButton variant="danger">{words.confirm}</SubmitButton>
    </details>
  )
}

interface BulkWords {
  done: (count: number) => string
  refused: (count: number) => string
}

/** What was refused, for which account and why; nothing when all was done. */
function BulkOutcome({ result: { results }, words }: { result: BulkResult; words: BulkWords }) {
  const { bulk } = useStaffMessages().staff
  const refused = results.filter(({ problem }) => problem !== null)
  if (refused.length === 0) return null
  return (
    <Banner kind="warning">
      {words.done(results.length - refused.length)} {words.refused(refused.length)}
      {refused.map(({ id, name, problem }) => (
        <span key={id} className="bulk__refused" dir="auto">
          {bulk.reason(name, problem ?? '')}
        </span>
      ))}
    </Banner>
  )
}

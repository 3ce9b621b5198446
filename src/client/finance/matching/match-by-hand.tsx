import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { differenceNames } from '#shared/finance/matching/inputs.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface MatchByHandProps {
  line: OpenedLine
  currency: string
  canPost: boolean
  form: FormOutcome | null
  onDone: (message: string) => void
}

/** Chooses postings for a line, posts what is left, or leaves the line out of the books. */
export function MatchByHand({ line, currency, canPost, form, onDone }: MatchByHandProps) {
  const { finance, matching } = useMatchingMessages()
  return (
    <>
      <PanelSection title={matching.byHand}>
        <Form
          endpoint={canPost ? 'postMatch' : 'matchLine'}
          hiddenValues={{ line: line.id }}
          outcome={form}
          onAnswer={() => onDone(matching.confirmed)}
        >
          {line.candidates.length === 0 && <p className="sm muted">{matching.noCandidates}</p>}
          {line.candidates.map(({ id, kind, day, amountMinor, numbers, references }) => (
            <CheckboxField
              key={id}
              name="postings"
              value={id}
              label={`${formatMoney(amountMinor, currency)} · ${day} · ${labelOf(finance.kindTitles, kind)}`}
              hint={[...numbers.slice(0, 1), ...references].join(' · ') || undefined}
            />
          ))}
          {canPost && (
            <SelectField
              name="difference"
              label={matching.difference}
              optional
              options={[
                { value: '', label: matching.noDifference },
                ...differenceNames.map((value) => ({ value, label: matching.differences[value] })),
              ]}
            />
          )}
          <SubmitButton size="sm" icon="link">
            {matching.match}
          </SubmitButton>
        </Form>
      </PanelSection>
      <PanelSection title={matching.ignore}>
        <Form
          endpoint="ignoreLine"
          hiddenValues={{ line: line.id }}
          outcome={form}
          onAnswer={() => onDone(matching.ignored)}
        >
          <TextField name="reason" label={matching.reason} hint={matching.ignoreHint} maxLength={200} />
          <SubmitButton size="sm">{matching.ignore}</SubmitButton>
        </Form>
      </PanelSection>
    </>
  )
}

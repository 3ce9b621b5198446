import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { EndpointName, OutputOf } from '#shared/routes/endpoints.ts'
import type { ReactNode } from 'react'

interface DownloadFormProps<Name extends EndpointName> {
  endpoint: Name
  hiddenValues: Partial<Record<string, string | number>>
  outcome: FormOutcome | null
  /** Called with the answer where that is not the file. */
  onAnswer?: (answer: OutputOf<Name>) => void
  /** The format to choose: the name of its field, and the formats with their labels. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The button that sends the form. */
  children: ReactNode
}

/** Chooses the format of a file and downloads it. */
export const DownloadForm = <Name extends EndpointName>({
  name,
  label,
  options,
  onAnswer,
  children,
  ...form
}: DownloadFormProps<Name>) => (
  <Form {...form} {...(onAnswer ? { onAnswer } : { target: '_blank' })} isDiscardable className="dialog-form">
    <SelectField name={name} label={label} options={options} />
    {children}
  </Form>
)

import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { Icon } from '#client/ui/icon.tsx'

const steps = ['file', 'check', 'import'] as const
export type ImportStep = (typeof steps)[number]

interface ImportStepsProps {
  current: ImportStep
  /** Whether the file was checked: a skipped check is not marked as done. */
  checked?: boolean
  /** Whether the current step is done. */
  done?: boolean
  /** What the last step does, where it is not an import. */
  last?: string
}

/** The steps of every import of a file. */
export function ImportSteps({ current, checked = false, done = false, last }: ImportStepsProps) {
  const words = useFileImportMessages().steps
  const isDone = (step: ImportStep): boolean =>
    step === current ? done : step === 'file' ? current !== 'file' : step === 'check' && current === 'import' && checked
  return (
    <ol className="steps" aria-label={words.label}>
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-done={isDone(step) || undefined}>
          <Icon name={isDone(step) ? 'circle-check' : step === current ? 'circle-dot' : 'circle'} />
          {(step === 'import' && last) || words[step]}
        </li>
      ))}
    </ol>
  )
}
